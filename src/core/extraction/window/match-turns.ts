/** Finds captured turns in the host's transcript: by the host's own id, else by what was said. */
import type { CapturedTurn } from '../../ports/history.ts'
import type { TranscriptExchange } from './transcript-exchanges.ts'

/** Both in order. A turn the transcript lacks, or no longer has, is not in the answer. */
export function matchTurns(
  turns: readonly CapturedTurn[],
  exchanges: readonly TranscriptExchange[],
): Map<CapturedTurn, TranscriptExchange> {
  const found = new Map<CapturedTurn, TranscriptExchange>()
  let before = exchanges
  for (const turn of turns.toReversed()) {
    const index = before.findLastIndex((each, at) =>
      isSame(turn, each, at === exchanges.length - 1),
    )
    const exchange = before[index]
    if (!exchange) continue
    found.set(turn, exchange)
    before = before.slice(0, index)
  }
  return found
}

/** People say «yes» often: the answer tells which, but the transcript's newest may lack it yet. */
function isSame(turn: CapturedTurn, exchange: TranscriptExchange, isNewest: boolean): boolean {
  if (turn.hostTurnId !== undefined && exchange.hostTurnId !== undefined) {
    return turn.hostTurnId === exchange.hostTurnId
  }
  const { prompt = '', answer = '' } = turn
  if (exchange.prompt === undefined) return answer !== '' && isAmong(answer, exchange.answers)
  if (normalise(prompt) !== normalise(exchange.prompt)) return false
  return isNewest || isAmong(answer, exchange.answers)
}

export function isAmong(answer: string, answers: readonly string[]): boolean {
  return normalise(answers.join('\n')).includes(normalise(answer))
}

const normalise = (text: string) => text.replace(/\s+/g, ' ').trim()

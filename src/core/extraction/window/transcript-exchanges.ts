/** Completes captured turns from the host's transcript: prompts, and everything said after each. */
import type { PromptOrigin, TranscriptMessage } from '../../model/host-event.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import type { HostProtocol } from '../../ports/host.ts'
import type { Transcripts } from '../../ports/host-files.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { Aside } from '../../provenance/said-in-tools.ts'

interface TranscriptExchange {
  readonly hostTurnId: string | undefined
  /** Undefined if it is older than the text we read. */
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  /** All messages of the assistant, not only the last. */
  readonly answers: readonly string[]
  readonly asides: readonly Aside[]
}

export interface TranscriptPorts {
  readonly transcripts: Pick<Transcripts, 'tail'>
  readonly redactor: Redactor
  readonly findHost: (name: string) => HostProtocol | undefined
}

export interface RecordedSession {
  readonly sessionId: string
  readonly host: string
  readonly transcriptPath: string | undefined
}

/** The last exchanges, redacted; empty if there is no readable transcript. */
async function readExchanges(
  { host, transcriptPath }: RecordedSession,
  { transcripts, redactor, findHost }: TranscriptPorts,
): Promise<TranscriptExchange[]> {
  const protocol = findHost(host)
  if (!protocol?.readTranscript || transcriptPath === undefined) return []
  const tail = await transcripts.tail(transcriptPath)
  const messages = protocol.readTranscript(tail ?? '')
  return toExchanges(messages.map((message) => redactMessage(message, redactor)))
}

/** A captured turn with everything said in it. */
export interface CompleteTurn {
  readonly turn: CapturedTurn
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  /** All messages of the agent, in order. */
  readonly answers: readonly string[]
  /** What the user said inside tool calls, according to the transcript. */
  readonly asides: readonly Aside[]
}

/**
 * Adds everything the agent said to captured turns, if the host keeps a transcript. Otherwise, or
 * if the file is gone, they stay as captured.
 * @param turns of this session, in order
 */
export async function readCompleteTurns(
  session: RecordedSession,
  turns: readonly CapturedTurn[],
  ports: TranscriptPorts,
): Promise<CompleteTurn[]> {
  const recorded = matchTurns(turns, await readExchanges(session, ports))
  return turns.map((turn) => ({ turn, ...together(turn, recorded.get(turn)) }))
}

/** If the transcript lags or was not read far enough back, the captured turn fills in. */
function together(turn: CapturedTurn, recorded: TranscriptExchange | undefined) {
  const { prompt, origin } = recorded?.prompt === undefined ? turn : recorded
  const { answer = '' } = turn
  const { answers, asides } = recorded ?? { answers: [], asides: [] }
  const all = isAmong(answer, answers) ? answers : [...answers, answer]
  return { prompt, origin, answers: all, asides }
}

/**
 * Finds captured turns in the host's transcript by the host's id, else by their words; both in
 * order. Omits turns that the transcript lacks.
 */
function matchTurns(
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

/** People often say "yes": the answer tells turns apart, but the newest exchange may lack it. */
function isSame(turn: CapturedTurn, exchange: TranscriptExchange, isNewest: boolean): boolean {
  if (turn.hostTurnId !== undefined && exchange.hostTurnId !== undefined) {
    return turn.hostTurnId === exchange.hostTurnId
  }
  const { prompt = '', answer = '' } = turn
  if (exchange.prompt === undefined) return answer !== '' && isAmong(answer, exchange.answers)
  if (normalise(prompt) !== normalise(exchange.prompt)) return false
  return isNewest || isAmong(answer, exchange.answers)
}

function isAmong(answer: string, answers: readonly string[]): boolean {
  return normalise(answers.join('\n')).includes(normalise(answer))
}

const normalise = (text: string) => text.replace(/\s+/g, ' ').trim()

function redactMessage(message: TranscriptMessage, redactor: Redactor): TranscriptMessage {
  if (message.role === 'compaction') return message
  const text = redactor.redact(message.text)
  if (message.role !== 'aside' || message.question === undefined) return { ...message, text }
  return { ...message, text, question: redactor.redact(message.question) }
}

function toExchanges(messages: readonly TranscriptMessage[]): TranscriptExchange[] {
  const exchanges: TranscriptExchange[] = []
  let answers: string[] = []
  let asides: Aside[] = []
  for (const message of messages) {
    if (message.role === 'compaction') continue
    if (message.role === 'user' || exchanges.length === 0) {
      answers = []
      asides = []
      exchanges.push({ ...promptOf(message), answers, asides })
    }
    if (message.role === 'assistant') answers.push(message.text)
    if (message.role === 'aside') asides.push({ question: message.question, words: message.text })
  }
  return exchanges.filter(wasTurn)
}

function promptOf(message: Exclude<TranscriptMessage, { role: 'compaction' }>) {
  if (message.role !== 'user') {
    return { hostTurnId: undefined, prompt: undefined, origin: 'user' as const }
  }
  const { hostTurnId, text: prompt, origin } = message
  return { hostTurnId, prompt, origin }
}

/** Commands that the host answers itself never reach the agent. */
function wasTurn({ origin, answers }: TranscriptExchange): boolean {
  return origin !== 'command' || answers.length > 0
}

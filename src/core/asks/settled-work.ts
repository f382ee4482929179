/** Whether work that just settled is worth an ask. */
import type { HostSession } from '../model/context.ts'
import type { CapturedTurn, SessionReader, TurnReader } from '../ports/history.ts'
import { type AskSituation, isGoodMoment } from './ask-limits.ts'
import { hearPrompt, settledOdds } from './prompt-moment.ts'

/** Where the work cannot be read, it is asked about. */
export function isSettledWorthAsking(
  turns: readonly CapturedTurn[],
  situation: AskSituation,
): boolean {
  return turns.length === 0 || isGoodMoment('settled', oddsOfWork(turns), situation)
}

/** What the last prompt said and what the agent did since. */
function oddsOfWork(turns: readonly CapturedTurn[]): number {
  const { prompt = '', actions = [] } = turns.at(-1) ?? {}
  const answers = turns.slice(0, -1).flatMap(({ answer }) => answer ?? [])
  return settledOdds(hearPrompt(prompt, answers), actions)
}

const turnsRead = 3

/** A hook without a daemon reads no actions: unpacking them takes too long. */
export type WorkReader = Pick<SessionReader, 'sessionId' | 'sessionPlace'> &
  Partial<Pick<TurnReader, 'turnsOf'>>

/** None where actions cannot be read. */
export async function lastTurns(
  { hostSessionId }: HostSession,
  history: WorkReader,
): Promise<readonly CapturedTurn[]> {
  const sessionId = await history.sessionId(hostSessionId)
  const place = sessionId === undefined ? undefined : await history.sessionPlace(sessionId)
  if (!place || !history.turnsOf) return []
  const through = place.lastTurn
  const range = { from: Math.max(1, through - turnsRead + 1), through }
  return history.turnsOf(place.sessionId, range)
}

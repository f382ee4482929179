/** How often an agent may be asked. An ask covers everything since the last one. */
import type { AskMode } from '../../contract/vocabulary.ts'
import type { RecordedAsk } from '../ports/injection-store.ts'

/** The session's asks so far. */
export interface AskSituation {
  readonly asks: readonly Pick<RecordedAsk, 'prompt' | 'answeredAt'>[]
  /** The number of the session's last prompt. */
  readonly prompt: number
  readonly mode: Exclude<AskMode, 'off'>
  /** A model reads the session too. */
  readonly hasReader: boolean
}

/** Prompts since the last ask; fewer suffice if an outcome is known. */
const distances = { moments: { outcome: 3, any: 5 }, eager: { outcome: 2, any: 3 } } as const

/** With a reader, the agent is asked half as often. */
const readerFactor = 2

/** After this many asks in a row without an answer, the session gets no more. */
export const mostUnanswered = 6

export function hasEnded(asks: AskSituation['asks']): boolean {
  const last = asks.slice(-mostUnanswered)
  return last.length === mostUnanswered && last.every(({ answeredAt }) => answeredAt === undefined)
}

export function isDue(
  { asks, prompt, mode, hasReader }: AskSituation,
  moment: 'outcome' | 'any',
): boolean {
  const needed = distances[mode][moment] * (hasReader ? readerFactor : 1)
  return !hasEnded(asks) && prompt - (asks.at(-1)?.prompt ?? 0) >= needed
}

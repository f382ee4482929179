/** How often an agent may be asked. An agent that is asked too often stops listening. */
import type { AskMode } from '../../contract/vocabulary.ts'
import type { RecordedAsk } from '../ports/ask-store.ts'

interface AskLimits {
  readonly perSession: number
  /** At most one ask in this many prompts in a row. */
  readonly prompts: number
  /** The least odds that a prompt says something worth storing. */
  readonly leastOdds: number
}

export const askLimits: Readonly<Record<Exclude<AskMode, 'off'>, AskLimits>> = {
  moments: { perSession: 4, prompts: 3, leastOdds: 0.5 },
  eager: { perSession: 12, prompts: 2, leastOdds: 0.35 },
}

/** So many asks in a row without an answer end them for the session. */
export const mostUnanswered = 3

/** @param prompt the number of the session's last prompt */
export function mayAsk(
  asks: readonly RecordedAsk[],
  prompt: number,
  mode: Exclude<AskMode, 'off'>,
): boolean {
  const limits = askLimits[mode]
  const last = asks.at(-1)
  if (asks.length >= limits.perSession) return false
  if (last && prompt - last.prompt < limits.prompts) return false
  const ignored = asks.slice(-mostUnanswered)
  const isIgnored = ignored.every(({ answeredAt }) => answeredAt === undefined)
  return ignored.length < mostUnanswered || !isIgnored
}

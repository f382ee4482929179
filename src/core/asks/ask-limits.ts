/** How often an agent may be asked, and how good a moment must be. */
import type { AskMode } from '../../contract/vocabulary.ts'
import type { RecordedAsk } from '../ports/injection-store.ts'

interface AskLimits {
  /** So many in a session, or one in so many of its prompts if that is more. */
  readonly perSession: number
  readonly prompts: number
  /** Prompts from one ask to the next; an agent that answered is asked sooner. */
  readonly distance: { readonly answered: number; readonly ignored: number }
  /** Log odds that something is worth storing; each prompt since the last ask adds `patience`. */
  readonly needed: Readonly<Record<WeighedMoment, number>>
  readonly patience: number
}

export type WeighedMoment = 'prompt' | 'settled'

/** What a session was asked so far. */
export interface AskSituation {
  readonly asks: readonly Pick<RecordedAsk, 'prompt' | 'answeredAt'>[]
  /** The number of the session's last prompt. */
  readonly prompt: number
  readonly mode: Exclude<AskMode, 'off'>
}

/** Found on projects left out of the fit: see `scripts/fit-learning`. */
const askLimits: Readonly<Record<Exclude<AskMode, 'off'>, AskLimits>> = {
  moments: {
    perSession: 4,
    prompts: 3,
    distance: { answered: 1, ignored: 2 },
    needed: { prompt: 0.85, settled: 0.35 },
    patience: 0.2,
  },
  eager: {
    perSession: 12,
    prompts: 2,
    distance: { answered: 1, ignored: 1 },
    needed: { prompt: 0.4, settled: 0.2 },
    patience: 0.2,
  },
}

/** So many asks in a row without an answer end them for the session. */
export const mostUnanswered = 3

export function mayAsk({ asks, prompt, mode }: AskSituation): boolean {
  const { perSession, prompts, distance } = askLimits[mode]
  if (asks.length >= Math.max(perSession, Math.ceil(prompt / prompts))) return false
  const last = asks.at(-1)
  const needed = last?.answeredAt === undefined ? distance.ignored : distance.answered
  if (last && prompt - last.prompt < needed) return false
  const ignored = asks.slice(-mostUnanswered)
  const isIgnored = ignored.every(({ answeredAt }) => answeredAt === undefined)
  return ignored.length < mostUnanswered || !isIgnored
}

/** Waiting longer than this makes a moment no better. */
const mostPatience = 4

/** Whether a moment is good enough, given how long ago the last ask was. */
export function isGoodMoment(
  moment: WeighedMoment,
  odds: number,
  { asks, prompt, mode }: AskSituation,
): boolean {
  const { needed, patience } = askLimits[mode]
  const since = Math.min(prompt - (asks.at(-1)?.prompt ?? 0), mostPatience)
  return odds + patience * since > needed[moment]
}

/** What the questions to one program came back with, as shares and times. */
import { type Spread, spreadOf } from '../statistics.ts'

export interface Asked {
  /** In percent of the questions. */
  readonly hitAt1: number
  readonly hitAt5: number
  readonly nothingFound: number
  readonly questions: number
  /** Of all that one question takes. */
  readonly milliseconds: Spread
  /** Median length of what the agent reads for one question. */
  readonly characters: number
}

/** What one question came back with. */
export interface Seen {
  readonly rank: number
  readonly found: number
  readonly milliseconds: number
  readonly characters: number
}

/** 1 for the first, 0 if it is not among them. */
export function rankOf(
  names: readonly string[],
  relevant: readonly string[],
  answersByName: ReadonlyMap<string, readonly string[]>,
): number {
  const wanted = new Set(relevant)
  return 1 + names.findIndex((name) => answersByName.get(name)?.some((id) => wanted.has(id)))
}

export function summarise(seen: readonly Seen[]): Asked {
  const share = (test: (one: Seen) => boolean) => (100 * seen.filter(test).length) / seen.length
  return {
    hitAt1: share(({ rank }) => rank === 1),
    hitAt5: share(({ rank }) => rank > 0),
    nothingFound: share(({ found }) => found === 0),
    questions: seen.length,
    milliseconds: spreadOf(seen.map(({ milliseconds }) => milliseconds)),
    characters: spreadOf(seen.map(({ characters }) => characters)).p50,
  }
}

/** What the judge weighs, with what the corpus says of it. */
import type { Expectation } from './read-corpus.ts'

export interface Labelled {
  /** It is among what a careful developer would want kept. */
  readonly isKept: boolean
  readonly evidence: ReadonlyMap<string, number>
}

export function saysAll(text: string, { says }: Expectation): boolean {
  return says.every((words) => holds(text, words))
}

export function saysAny(text: string, { says }: Expectation): boolean {
  return says.some((words) => holds(text, words))
}

function holds(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase())
}

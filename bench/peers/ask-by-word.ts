/**
 * Asks as a patient agent would of a program that finds literal text only: one search for each word of
 * the question, and the texts with the rarest of these words first.
 */
import { isStopWord } from '../../src/core/text/common-words.ts'
import { normaliseWord } from '../../src/core/text/normalise-word.ts'
import type { Found } from './peer.ts'

const mostWords = 12
/** The most that any of these programs returns is 100; a word in more texts than that says little. */
const mostFound = 50

export async function askByWord(
  question: string,
  search: (word: string, limit: number) => Promise<Found>,
): Promise<Found> {
  const scores = new Map<string, number>()
  let characters = 0
  for (const word of wordsOf(question)) {
    const found = await search(word, mostFound)
    characters += found.characters
    for (const name of found.names) {
      scores.set(name, (scores.get(name) ?? 0) + 1 / found.names.length)
    }
  }
  const names = [...scores].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  return { names, characters }
}

export function wordsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => word.length > 2 && !isStopWord(normaliseWord(word)))
  return [...new Set(telling)].slice(0, mostWords)
}

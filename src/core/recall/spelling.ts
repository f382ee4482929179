/** Finds how an unknown word of a question is written in the store: `invoce`, `invoice`. */
import { editDistance } from '../../contract/nearest-name.ts'
import type { SearchReader, VocabularyTerm } from '../ports/search-index.ts'

/** One letter is often the difference between two short words; a typo seldom hits the first. */
const shortestWord = 5
const shortestWithTwoTypos = 9
/** More would guess rather than correct. */
const mostSpellings = 2
/** Each one reads a part of the vocabulary. */
const mostWords = 4

export type Spellings = ReadonlyMap<string, readonly string[]>

/** @param unknown terms of the question that no document has */
export async function findSpellings(
  unknown: readonly string[],
  index: Pick<SearchReader, 'vocabulary'>,
): Promise<Spellings> {
  const words = unknown.filter((term) => term.length >= shortestWord && /^[a-z]+$/.test(term))
  const found = new Map<string, readonly string[]>()
  for (const word of words.slice(0, mostWords)) {
    const most = word.length >= shortestWithTwoTypos ? 2 : 1
    const lengths = { least: word.length - most, most: word.length + most }
    const spellings = nearest(word, most, await index.vocabulary(word.slice(0, 1), lengths))
    if (spellings.length > 0) found.set(word, spellings)
  }
  return found
}

/** The closest, then the most frequent. A longer word that begins with it is no typo. */
function nearest(word: string, most: number, terms: readonly VocabularyTerm[]): string[] {
  const near = terms
    .filter(({ term }) => /^[a-z]+$/.test(term))
    .map(({ term, documents }) => ({ term, documents, distance: editDistance(term, word, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.documents - a.documents)
  if (near.some(({ term }) => term.startsWith(word))) return []
  const closest = near.filter(({ distance }) => distance === near[0]?.distance)
  return closest.slice(0, mostSpellings).map(({ term }) => term)
}

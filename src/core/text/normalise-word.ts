/** A word as it is indexed: base form of irregular words, then the stem. */
import { baseForms } from './irregular-words.ts'
import { stem } from './stem.ts'

/** Stemming costs more than looking up; the most a text brings in is bounded here. */
const mostRemembered = 20_000
const remembered = new Map<string, string>()

export function normaliseWord(lowerCaseWord: string): string {
  const known = remembered.get(lowerCaseWord)
  if (known !== undefined) return known
  const result = stem(baseForms.get(lowerCaseWord) ?? lowerCaseWord)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(lowerCaseWord, result)
  return result
}

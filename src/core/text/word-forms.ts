/**
 * Forms of a word that no stemmer joins: who or what does something and what is done, `linter` and
 * `lint`, `formatter` and `format`, `router` and `route`. A question also matches them; the index
 * holds none.
 */
import { normaliseWord } from './normalise-word.ts'

const shortest = 3
const doubled = /(bb|dd|ff|gg|ll|mm|nn|pp|rr|tt)$/

/** @param term as the index stores it. @returns terms, without itself; most of them are no words */
export function formsOf(term: string): string[] {
  if (!/^[a-z]+$/.test(term) || term.length < shortest) return []
  const isAgent = /(?:er|or)$/.test(term)
  const forms = isAgent ? basesOf(term.slice(0, -2)) : [...agentsOf(term), ...undoubled(term)]
  return [...new Set(forms.map(normaliseWord))].filter((form) => form !== term)
}

function basesOf(base: string): string[] {
  if (base.length < shortest) return []
  return [base, `${base}e`, ...undoubled(base)]
}

/** The stem of `formatter` is `formatt`. */
const undoubled = (word: string) => (doubled.test(word) ? [word.slice(0, -1)] : [])

/** A stem has lost its final `e`, and may have lost one of two last letters. */
const agentsOf = (stem: string) => [`${stem}er`, `${stem}${stem.at(-1)}er`, `${stem}or`]

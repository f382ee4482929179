/**
 * Forms of a word that no stemmer joins: who or what does something and what is done, `linter` and
 * `lint`, `formatter` and `format`, `router` and `route`; its usual abbreviation, `pull request` and
 * `PR`; and its compounds, `rate limit` and `ratelimit`. A question also matches them; the index holds
 * none.
 */
import { isStopWord } from './common-words.ts'
import { normaliseWord } from './normalise-word.ts'

const shortest = 3
const doubled = /(bb|dd|ff|gg|ll|mm|nn|pp|rr|tt)$/

/** Each line is one word, written in several ways. */
const abbreviations = [
  'repository repo',
  'database db',
  'environment env',
  'configuration config',
  'directory dir',
  'dependency dep',
  'authentication auth',
  'documentation docs',
  'parameter param',
  'argument arg',
  'administrator admin',
  'kubernetes k8s',
]
let abbreviated: readonly (readonly string[])[] | undefined

/** Abbreviations of two words, neither of which means it alone. */
const phrases: ReadonlyMap<string, string> = new Map([['pr', 'pull request']])

/**
 * @param term as the index stores it
 * @returns terms, without itself; most of them are no words, and a phrase is several
 */
export function formsOf(term: string): string[] {
  abbreviated ??= abbreviations.map((line) => line.split(' ').map(normaliseWord))
  const same = abbreviated.find((words) => words.includes(term)) ?? []
  const written = [...same, ...(phrases.has(term) ? [phrases.get(term) ?? ''] : [])]
  return [...new Set([...written, ...derivedForms(term)])].filter((form) => form !== term)
}

function derivedForms(term: string): string[] {
  if (!/^[a-z]+$/.test(term) || term.length < shortest) return []
  const isAgent = /(?:er|or)$/.test(term)
  const forms = isAgent ? basesOf(term.slice(0, -2)) : [...agentsOf(term), ...undoubled(term)]
  return forms.map(normaliseWord)
}

function basesOf(base: string): string[] {
  if (base.length < shortest) return []
  return [base, `${base}e`, ...undoubled(base)]
}

/** The stem of `formatter` is `formatt`. */
const undoubled = (word: string) => (doubled.test(word) ? [word.slice(0, -1)] : [])

/** A stem has lost its final `e`, and may have lost one of two last letters. */
const agentsOf = (stem: string) => [`${stem}er`, `${stem}${stem.at(-1)}er`, `${stem}or`]

const shortestPart = 3
const shortestCompound = 7

/** Every place where a word may be two: `ratelimit` is `rate` and `limit`, or `rat` and `elimit`. */
export function splitsOf(term: string): [string, string][] {
  const splits: [string, string][] = []
  if (!/^[a-z]+$/.test(term) || term.length < shortestCompound) return splits
  for (let at = shortestPart; at <= term.length - shortestPart; at++) {
    splits.push([term.slice(0, at), term.slice(at)])
  }
  return splits
}

const neighbours = /(?<![a-z])([a-z]{3,})[ _-](?=([a-z]{3,})(?![a-z]))/g

/** Neighbouring words written as one or abbreviated, by the terms of both. */
export function joinedWordsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, string[]>()
  for (const [, one = '', other = ''] of text.toLowerCase().matchAll(neighbours)) {
    const terms = [normaliseWord(one), normaliseWord(other)]
    if (one.length + other.length < shortestCompound || terms.some(isStopWord)) continue
    const short = [...phrases].flatMap(([pr, phrase]) => (phrase === terms.join(' ') ? [pr] : []))
    const written = [normaliseWord(one + other), ...short]
    for (const term of terms) joined.set(term, [...(joined.get(term) ?? []), ...written])
  }
  return joined
}

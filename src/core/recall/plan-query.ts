/** Turns a question into weighted terms, dates and index lookups. */
import { editDistance } from '../../contract/nearest-name.ts'
import type { SearchReader, TermFrequencies, VocabularyTerm } from '../ports/search-index.ts'
import { isStopWord } from '../text/common-words.ts'
import { rarestTerms } from '../text/indexed-terms.ts'
import { normaliseWord } from '../text/normalise-word.ts'
import { relatedTerms } from '../text/thesaurus.ts'
import { tokenise } from '../text/tokenise.ts'
import { formsOf, joinedWordsIn, splitsOf } from '../text/word-forms.ts'
import { type DateSpan, findDateSpans, withoutRelativeDates } from './query-dates.ts'
import type { RankingWeights } from './ranking/weights.ts'

export interface ParsedQuery {
  readonly text: string
  /** Distinct, in the order of the text, without stop words. */
  readonly terms: readonly string[]
  readonly related: ReadonlyMap<string, readonly string[]>
  /** Other forms of a term, which say nearly the same. */
  readonly forms: ReadonlyMap<string, readonly string[]>
  readonly dates: readonly DateSpan[]
  /** The answer should name a time. */
  readonly asksWhen: boolean
}

export interface QueryTerm {
  /** Several words if it is a compound: a document must have them all. */
  readonly term: string
  /** 1 for a term that no document has, less the more documents have it. */
  readonly weight: number
  readonly related: readonly string[]
  /** Forms of the term that documents have. */
  readonly forms: readonly string[]
  /** No document has the whole term, so longer terms that start with it count. */
  readonly isPrefix: boolean
}

export interface PlannedQuery extends ParsedQuery {
  readonly weighted: readonly QueryTerm[]
  /** The sum of the weights of as many terms, including those that no document has. */
  readonly mass: number
  /** The inverse document frequency of a term that no document has: a weight of 1. */
  readonly rarest: number
  /**
   * What the whole question would be as evidence, in the same unit. A term that no document has is
   * worth no more here than one that a single document has.
   */
  readonly evidence: number
  /** Terms to look up in the index: few enough to be fast, rare enough to distinguish. */
  readonly lookup: readonly string[]
  /** The same with more frequent terms, in case that finds too little. */
  readonly widerLookup: readonly string[]
  readonly relatedLookup: readonly string[]
}

/** A longer question, such as a pasted plan, brings its own synonyms; more would drown it. */
const mostTermsOfShort = 12
const isShort = ({ terms }: Pick<ParsedQuery, 'terms'>) => terms.length <= mostTermsOfShort

export function parseQuery(text: string, now: Date): ParsedQuery {
  const terms = [...new Set(tokenise(withoutRelativeDates(text)))].filter(
    (term) => !isStopWord(term),
  )
  return {
    text,
    terms,
    related: new Map(isShort({ terms }) ? terms.map((term) => [term, relatedTerms(term)]) : []),
    forms: isShort({ terms }) ? findForms(text, terms) : new Map(),
    dates: findDateSpans(text, now),
    asksWhen:
      /^\W*when\b|\bwhen (?:did|does|do|was|were|is|are|has|have|will)\b|\b(?:what|which) (?:date|day|time|month|year)\b/i.test(
        text,
      ),
  }
}

function findForms(text: string, terms: readonly string[]): ParsedQuery['forms'] {
  const joined = joinedWordsIn(text)
  const asCompound = (term: string) =>
    splitsOf(term).flatMap(([one, other]) => [`${one}-${other}`, `${one}_${other}`])
  return new Map(
    terms.map((term) => [
      term,
      [...formsOf(term), ...(joined.get(term) ?? []), ...asCompound(term)],
    ]),
  )
}

/** Shorter prefixes match too many terms. */
const shortestPrefix = 4

/** All terms whose frequency the plan needs. */
export function termsToWeigh(query: ParsedQuery): string[] {
  const others = [...query.related.values(), ...query.forms.values()]
  return [...new Set([...query.terms, ...others.flat()].flatMap((term) => term.split(' ')))]
}

/** @param spellings take the place of terms that no document has */
export function planQuery(
  query: ParsedQuery,
  { total, byTerm }: TermFrequencies,
  weights: RankingWeights,
  spellings: Spellings = new Map(),
): PlannedQuery {
  const rarest = inverseFrequency(0, total)
  const frequencyOf = (term: string) =>
    Math.min(...term.split(' ').map((word) => byTerm.get(word) ?? 0))
  const isKnown = (term: string) => frequencyOf(term) > 0
  const formsKnown = (term: string) => (query.forms.get(term) ?? []).filter(isKnown)
  /** A term that no document has is as rare as its most frequent form. */
  const rarity = (term: string) => {
    const forms = isKnown(term) ? [term] : formsKnown(term)
    const most = Math.max(0, ...forms.map(frequencyOf))
    return inverseFrequency(most, total) / rarest
  }
  const all = query.terms.map((term) => ({ term, weight: rarity(term) }))
  const corrected = new Set([...spellings.values()].flat())
  const candidates = all
    .flatMap(({ term, weight }): QueryTerm[] => {
      const related = (query.related.get(term) ?? []).filter(isKnown)
      const forms = formsKnown(term)
      const isMissing = !isKnown(term) && forms.length === 0
      const isPrefix = isShort(query) && isMissing && term.length >= shortestPrefix
      const asSpelled = (spelling: string) => {
        return { term: spelling, weight: weight * weights.misspelt, ...alone }
      }
      return spellings.get(term)?.map(asSpelled) ?? [{ term, weight, related, forms, isPrefix }]
    })
    .filter(
      ({ term, related, forms, isPrefix }) =>
        isKnown(term) || corrected.has(term) || isPrefix || forms.length + related.length > 0,
    )
  const weighted = heaviest(candidates, weights.mostTerms)
  const known = weighted
    .flatMap(({ term, forms }) => [term, ...forms])
    .filter((term) => isKnown(term) || corrected.has(term))
    .flatMap((term) => term.split(' '))
  const rareAsOne = inverseFrequency(1, total) / rarest
  const beginnings = weighted.filter(({ isPrefix }) => isPrefix).map(({ term }) => `${term}*`)
  const related = [...new Set(weighted.flatMap((term) => term.related))]
  const choose = (terms: readonly string[], budget: number, least: number) =>
    rarestTerms(terms, (term) => byTerm.get(term) ?? 0, budget, least)
  const { lookupPostings: postings } = weights
  return {
    ...query,
    weighted,
    mass: heaviest(all, weights.mostTerms).reduce((sum, { weight }) => sum + weight, 0),
    rarest,
    evidence: all.reduce((sum, { weight }) => sum + rarest * Math.min(weight, rareAsOne), 0),
    lookup: [...beginnings, ...choose(known, postings, 2)],
    widerLookup: [...beginnings, ...choose(known, 5 * postings, 3)],
    relatedLookup: choose(related, postings / 4, 0),
  }
}

const alone = { related: [], forms: [], isPrefix: false }

/** Heaviest first; ties keep the order of the text. */
function heaviest<T extends { readonly weight: number }>(terms: readonly T[], most: number): T[] {
  return terms.toSorted((a, b) => b.weight - a.weight).slice(0, most)
}

const inverseFrequency = (count: number, total: number) =>
  Math.log(1 + (Math.max(total - count, 0) + 0.5) / (count + 0.5))

/** One unknown word of many does no harm, and guessing would take `horse` for `house`. */
const leastUnknownShare = 1 / 3
/** Short words often differ in one letter only; a typo seldom hits the first letter. */
const shortestWord = 5
const shortestWithTwoTypos = 9
/** More would be guesses. */
const mostSpellings = 2
/** Each one reads a part of the vocabulary. */
const mostWords = 4

type Spellings = ReadonlyMap<string, readonly string[]>

/**
 * Finds how words that no document has are written in the store: `invoce` as `invoice`, `ratelimit`
 * as `rate limit`.
 */
export async function findSpellings(
  { terms, forms }: ParsedQuery,
  { byTerm }: TermFrequencies,
  index: Pick<SearchReader, 'vocabulary' | 'frequencies'>,
): Promise<Spellings> {
  const isKnown = (term: string) => (byTerm.get(term) ?? 0) > 0
  const unknown = terms.filter((term) => !isKnown(term) && !forms.get(term)?.some(isKnown))
  const words = unknown.filter((term) => term.length >= shortestWord && /^[a-z]+$/.test(term))
  const mayGuess = unknown.length >= leastUnknownShare * terms.length
  const found = new Map<string, readonly string[]>()
  for (const word of words.slice(0, mostWords)) {
    const compound = await findCompound(word, index)
    const spellings = compound ? [compound] : mayGuess ? await guessSpellings(word, index) : []
    if (spellings.length > 0) found.set(word, spellings)
  }
  return found
}

/** Both parts are looked up, however frequent. */
const mostPostings = 5_000

/** The pair of known words that it consists of; the most frequent, as the others are chance. */
async function findCompound(
  word: string,
  index: Pick<SearchReader, 'frequencies'>,
): Promise<string | undefined> {
  const splits = splitsOf(word)
    .map((parts) => parts.map(normaliseWord))
    .filter((parts) => !parts.some(isStopWord))
  if (splits.length === 0) return undefined
  const { byTerm } = await index.frequencies([...new Set(splits.flat())])
  const counted = splits.map((parts) => {
    const counts = parts.map((part) => byTerm.get(part) ?? 0)
    return { parts, least: Math.min(...counts), most: Math.max(...counts) }
  })
  const known = counted.filter(({ least, most }) => least > 0 && most <= mostPostings)
  return known.sort((a, b) => b.least - a.least)[0]?.parts.join(' ')
}

async function guessSpellings(
  word: string,
  index: Pick<SearchReader, 'vocabulary'>,
): Promise<string[]> {
  const most = word.length >= shortestWithTwoTypos ? 2 : 1
  const lengths = { least: word.length - most, most: word.length + most }
  return nearest(word, most, await index.vocabulary(word.slice(0, 1), lengths))
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

/** Turns a question into weighted terms, dates and index lookups. */
import { editDistance } from '../../contract/nearest-name.ts'
import type { SearchReader, TermFrequencies, VocabularyTerm } from '../ports/search-index.ts'
import { isStopWord } from '../text/common-words.ts'
import { rarestTerms } from '../text/indexed-terms.ts'
import { relatedTerms } from '../text/thesaurus.ts'
import { tokenise } from '../text/tokenise.ts'
import { formsOf } from '../text/word-forms.ts'
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
    forms: new Map(isShort({ terms }) ? terms.map((term) => [term, formsOf(term)]) : []),
    dates: findDateSpans(text, now),
    asksWhen:
      /^\W*when\b|\bwhen (?:did|does|do|was|were|is|are|has|have|will)\b|\b(?:what|which) (?:date|day|time|month|year)\b/i.test(
        text,
      ),
  }
}

/** Shorter prefixes match too many terms. */
const shortestPrefix = 4

/** All terms whose frequency the plan needs. */
export function termsToWeigh(query: ParsedQuery): string[] {
  const others = [...query.related.values(), ...query.forms.values()]
  return [...new Set([...query.terms, ...others.flat()])]
}

/** One unknown word of many does no harm, and guessing would take `horse` for `house`. */
const leastUnknownShare = 1 / 3

/** The terms that no document has, if they matter enough to guess their spelling. */
export function unknownTerms({ terms, forms }: ParsedQuery, { byTerm }: TermFrequencies): string[] {
  const isKnown = (term: string) => (byTerm.get(term) ?? 0) > 0
  const unknown = terms.filter((term) => !isKnown(term) && !forms.get(term)?.some(isKnown))
  return unknown.length >= leastUnknownShare * terms.length ? unknown : []
}

/** @param spellings take the place of terms that no document has */
export function planQuery(
  query: ParsedQuery,
  { total, byTerm }: TermFrequencies,
  weights: RankingWeights,
  spellings: Spellings = new Map(),
): PlannedQuery {
  const rarest = inverseFrequency(0, total)
  const isKnown = (term: string) => (byTerm.get(term) ?? 0) > 0
  const formsKnown = (term: string) => (query.forms.get(term) ?? []).filter(isKnown)
  /** A term that no document has is as rare as its most frequent form. */
  const rarity = (term: string) => {
    const forms = isKnown(term) ? [term] : formsKnown(term)
    const most = Math.max(0, ...forms.map((form) => byTerm.get(form) ?? 0))
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

/** Short words often differ in one letter only; a typo seldom hits the first letter. */
const shortestWord = 5
const shortestWithTwoTypos = 9
/** More would be guesses. */
const mostSpellings = 2
/** Each one reads a part of the vocabulary. */
const mostWords = 4

type Spellings = ReadonlyMap<string, readonly string[]>

/**
 * Finds how an unknown word of a question is written in the store: `invoce`, `invoice`.
 * @param unknown terms of the question that no document has
 */
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

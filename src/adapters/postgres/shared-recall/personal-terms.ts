/**
 * The words of a personal project are terms of their own in the index, so that how often the team says
 * a word, and how it is spelled, tells nobody what others keep for themselves.
 */
import type { SearchReader, VocabularyTerm } from '../../../core/ports/search-index.ts'

/** No term has a space in it. */
export const personalPrefix = (person: string) => `${person} `

/** The index as a person sees it who also looks at their own project. */
export function withPersonalTerms(index: SearchReader, person: string): SearchReader {
  const prefix = personalPrefix(person)
  return {
    ...index,
    async frequencies(terms) {
      const { total, byTerm } = await index.frequencies(withPrefixed(terms, prefix))
      const count = (term: string) => byTerm.get(term) ?? 0
      const sums = terms.map((term) => [term, count(term) + count(prefix + term)] as const)
      return { total, byTerm: new Map(sums) }
    },
    async vocabulary(beginning, { least, most }) {
      const { length } = prefix
      const [shared, own] = await Promise.all([
        index.vocabulary(beginning, { least, most }),
        index.vocabulary(prefix + beginning, { least: least + length, most: most + length }),
      ])
      return addUp([...shared, ...own.map((each) => ({ ...each, term: each.term.slice(length) }))])
    },
    candidates: (terms, filter, limit) =>
      index.candidates(withPrefixed(terms, prefix), filter, limit),
  }
}

const withPrefixed = (terms: readonly string[], prefix: string) => [
  ...terms,
  ...terms.map((term) => prefix + term),
]

function addUp(terms: readonly VocabularyTerm[]): VocabularyTerm[] {
  const sums = new Map<string, number>()
  for (const { term, documents } of terms) sums.set(term, (sums.get(term) ?? 0) + documents)
  return [...sums].map(([term, documents]) => ({ term, documents }))
}

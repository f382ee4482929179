/** How much two memories are about the same subject, judged by the words that set them apart. */
import type { Memory } from '../../model/memory.ts'
import type { IndexedDocument } from '../../ports/search-index.ts'
import { isGeneralWord } from '../../text/general-words.ts'
import { decodeTerms } from '../../text/indexed-terms.ts'

/** 0 to 1; undefined while one of them is not indexed. */
export type SubjectLikeness = (one: Memory, other: Memory) => number | undefined

/** What a word of general English weighs beside a name. */
const generalWeight = 0.4
/** So that a word of two memories still says something where there are only two. */
const smoothing = 5

/** The terms of a memory and what each weighs. */
interface Vector {
  readonly weights: ReadonlyMap<string, number>
  readonly length: number
}

/** @param documents of the memories considered; a word that many of them have says little */
export function createSubjectLikeness(documents: readonly IndexedDocument[]): SubjectLikeness {
  const termsOf = new Map(documents.map(({ id, terms }) => [id, distinctTerms(terms)]))
  const holders = new Map<string, number>()
  for (const terms of termsOf.values()) {
    for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1)
  }
  const weightOf = (term: string, count: number) =>
    (isGeneralWord(term) ? generalWeight : 1) *
    Math.log((documents.length + smoothing) / (count + 0.5))
  const weights = new Map([...holders].map(([term, count]) => [term, weightOf(term, count)]))
  const vectors = new Map([...termsOf].map(([id, terms]) => [id, vectorOf(terms, weights)]))
  return (one, other) => cosine(vectors.get(one.id), vectors.get(other.id))
}

/** Numbers and single letters recur by chance. */
const telling = /\p{L}./u

function distinctTerms(encoded: string): Set<string> {
  const terms = new Set<string>()
  for (const { line } of decodeTerms(encoded).columns) {
    // The first word is the length of the column.
    for (const counted of line.split(' ').slice(1)) {
      const [term = ''] = counted.split('\t', 1)
      if (telling.test(term)) terms.add(term)
    }
  }
  return terms
}

function vectorOf(terms: ReadonlySet<string>, weights: ReadonlyMap<string, number>): Vector {
  const own = new Map<string, number>()
  let squares = 0
  for (const term of terms) {
    const weight = weights.get(term) ?? 0
    own.set(term, weight)
    squares += weight * weight
  }
  return { weights: own, length: Math.sqrt(squares) }
}

function cosine(one: Vector | undefined, other: Vector | undefined): number | undefined {
  if (!one || !other) return undefined
  let product = 0
  for (const [term, weight] of one.weights) product += weight * (other.weights.get(term) ?? 0)
  return product === 0 ? 0 : product / (one.length * other.length)
}

/**
 * Finds memories that share evidence with a prompt, a command or a failure: the sum of how rare the
 * shared words are in this project.
 */
import type { IndexedDocument, SearchFilter } from '../../ports/search-index.ts'
import { decodeTerms, occurrences, rarestTerms } from '../../text/indexed-terms.ts'
import type { ContextPorts } from '../situation.ts'
import { distinct, type Evidence } from './evidence.ts'
import { readRarity } from './rarity.ts'

export interface SharedEvidence {
  readonly document: IndexedDocument
  /** The shared terms and how much each says; the rarest first. */
  readonly shared: readonly Evidence[]
  readonly amount: number
}

/** Few, because an agent is waiting. */
const mostPostings = 4_000
const leastTerms = 6
const mostDocuments = 60

/** @returns the memories that share any evidence, best first */
export async function findSharing(
  given: readonly Evidence[],
  filter: SearchFilter,
  projectId: string | undefined,
  { search }: Pick<ContextPorts, 'search'>,
): Promise<SharedEvidence[]> {
  const { byTerm } = await search.frequencies(given.map(({ term }) => term))
  const frequency = (term: string) => byTerm.get(term) ?? 0
  const known = given.map(({ term }) => term).filter((term) => frequency(term) > 0)
  const terms = rarestTerms(known, frequency, mostPostings, leastTerms)
  if (terms.length === 0) return []
  const chosen = new Set(terms)
  const evidence = distinct(given).filter(({ term }) => chosen.has(term))
  const documents = await search.candidates(terms, filter, mostDocuments)
  return weigh(evidence, documents, projectId, search)
}

/** The same for these memories alone. @returns those that are indexed, best first */
export async function sharedWith(
  given: readonly Evidence[],
  memoryIds: readonly string[],
  projectId: string | undefined,
  { search }: Pick<ContextPorts, 'search'>,
): Promise<SharedEvidence[]> {
  const documents = await search.find(memoryIds.map((id) => ({ type: 'memory', id })))
  return weigh(distinct(given), documents, projectId, search)
}

async function weigh(
  evidence: readonly Evidence[],
  documents: readonly IndexedDocument[],
  projectId: string | undefined,
  search: ContextPorts['search'],
): Promise<SharedEvidence[]> {
  const found = documents.map((document) => {
    const { columns } = decodeTerms(document.terms)
    const isIn = ({ term }: Evidence) => columns.some(({ line }) => occurrences(line, term) > 0)
    const length = columns.reduce((sum, { line }) => sum + line.split(' ').length, 0)
    return { document, length, shared: evidence.filter(isIn) }
  })
  const shared = new Set(found.flatMap((each) => each.shared.map(({ term }) => term)))
  const rarityOf = await readRarity([...shared], projectId, search)
  return found
    .map(({ document, length, shared: own }) => {
      const weighed = own
        .map(({ term, weight }) => ({ term, weight: weight * rarityOf(term) }))
        .sort((a, b) => b.weight - a.weight)
      return { document, shared: weighed, amount: amountOf(weighed, length) }
    })
    .sort((a, b) => b.amount - a.amount || byTime(a, b))
}

export const describeEvidence = ({ amount, shared }: Pick<SharedEvidence, 'amount' | 'shared'>) =>
  `evidence ${amount.toFixed(1)}: ${shared.map(({ term }) => term).join(', ')}`

/** A long prompt shares many ordinary words with anything. A name counts as a whole and by its parts. */
const mostCounted = 6
/** A long memory shares more with anything than a short one; this long is neither. */
const usualLength = 25

function amountOf(shared: readonly Evidence[], length: number): number {
  const sum = shared.slice(0, mostCounted).reduce((total, { weight }) => total + weight, 0)
  return sum / Math.cbrt(Math.max(length, leastLength) / usualLength)
}

/** A shorter memory is not about fewer things. */
const leastLength = 10

const byTime = ({ document: a }: SharedEvidence, { document: b }: SharedEvidence) =>
  (a.at < b.at ? 1 : a.at > b.at ? -1 : 0) || (a.id < b.id ? -1 : 1)

/** Finds memories that may say the same as a text, by shared words. */
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Store } from '../ports/store.ts'
import { isStopWord } from '../text/common-words.ts'
import { occurrences, rarestTerms } from '../text/indexed-terms.ts'
import { tokenise } from '../text/tokenise.ts'
import { statedIn } from './conflict.ts'
import type { MemoryDraft } from './new-memory.ts'
import { compareStatements, type StatementRelation, sameness } from './sameness.ts'

export type SimilarPorts = Pick<Store, 'memories' | 'search'>

const mostFound = 30

/** A memory with two thirds of the words contains at least one of the rarest third plus one. */
const termsSearched = (terms: number) => Math.min(Math.floor(terms / 3) + 1, 30)
/** How many postings one write may read: 4 µs each, in a store of 100,000 memories. */
const mostPostings = 2_000

/** At this time every memory that is not closed is valid, whatever the clock says now. */
export const endOfTime = '9999-12-31T23:59:59.999Z'

/** Only memories valid at that address, even if the index lags; most likely first. */
export async function findSimilar(
  text: string,
  address: ScopeAddress,
  { memories, search }: SimilarPorts,
): Promise<Memory[]> {
  const terms = [...new Set(tokenise(text))].filter((term) => !isStopWord(term))
  const { byTerm } = await search.frequencies(terms)
  const rarest = rarestTerms(terms, (term) => byTerm.get(term) ?? 0, mostPostings, 1)
  const found = await search.candidates(
    rarest.slice(0, termsSearched(terms.length)),
    { scopes: [address], types: ['memory'], validAt: endOfTime },
    mostFound,
  )
  const isLikely = (encoded: string) =>
    terms.filter((term) => occurrences(encoded, term) > 0).length >=
    terms.length * sameness.worthComparing
  const likely = found.filter((document) => isLikely(document.terms))
  const similar = await Promise.all(likely.map(({ id }) => memories.find(id)))
  return similar
    .filter((memory) => memory !== undefined)
    .filter((memory) => isValid(memory) && isSameAddress(memory, address))
}

export interface Judged {
  readonly memory: Memory
  readonly verdict: StatementRelation
}

export async function judgeSimilar(
  tx: MemoryStore,
  draft: MemoryDraft,
  search: SimilarPorts['search'],
): Promise<Judged[]> {
  const stated = statedIn(draft)
  const similar = await findSimilar(stated, draft, { memories: tx, search })
  return similar.map((memory) => ({
    memory,
    verdict: compareStatements(stated, statedIn(memory)),
  }))
}

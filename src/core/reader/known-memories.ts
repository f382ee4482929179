/** Finds memories on the conversation's subjects, which a reader should know. */
import { endOfTime } from '../memory/find-similar.ts'
import { isValid, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { SearchReader } from '../ports/search-index.ts'
import { isCommonWord, isStopWord } from '../text/common-words.ts'
import { occurrences } from '../text/indexed-terms.ts'
import { tokenise } from '../text/tokenise.ts'
import type { ConversationTurn } from './conversation.ts'

export interface KnownPorts {
  readonly memories: Pick<MemoryStore, 'findMany'>
  readonly search: Pick<SearchReader, 'frequencies' | 'candidates'>
}

const mostKnown = 20
const mostSearched = 60
const mostPool = 200
/** Words that only these memories and the conversation share. */
const fewestShared = 2

/** Most similar first; without candidates and foreign text. */
export async function findKnown(
  turns: readonly ConversationTurn[],
  address: ScopeAddress,
  { memories, search }: KnownPorts,
): Promise<Memory[]> {
  const terms = await tellingTerms(turns, search)
  if (terms.length === 0) return []
  const scopes = [address, { scope: 'global' as const, scopeId: '' }]
  const filter = { scopes, types: ['memory' as const], withoutCandidates: true, validAt: endOfTime }
  const pool = await search.candidates(terms, filter, mostPool)
  const ranked = pool
    .map(({ id, terms: encoded }) => {
      return { id, shared: terms.filter((term) => occurrences(encoded, term) > 0).length }
    })
    .filter(({ shared }) => shared >= fewestShared)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, mostKnown)
  const found = new Map(
    (await memories.findMany(ranked.map(({ id }) => id))).map((memory) => [memory.id, memory]),
  )
  return ranked
    .flatMap(({ id }) => found.get(id) ?? [])
    .filter((memory) => isValid(memory) && memory.trust !== 'tool')
}

/** The words that the conversation uses most, relative to how rare they are. */
async function tellingTerms(
  turns: readonly ConversationTurn[],
  search: KnownPorts['search'],
): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { words } of turns) {
    for (const term of tokenise(`${words.user}\n${words.agent}`)) {
      if (term.length > 2 && !isStopWord(term) && !isCommonWord(term)) {
        counts.set(term, (counts.get(term) ?? 0) + 1)
      }
    }
  }
  const { byTerm, total } = await search.frequencies([...counts.keys()])
  return [...counts]
    .map(([term, count]) => {
      const rarity = Math.log(1 + total / (1 + (byTerm.get(term) ?? 0)))
      return { term, weight: (1 + Math.log(count)) * rarity }
    })
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, mostSearched)
    .map(({ term }) => term)
}

/**
 * The memories of a wiki, read once and then kept up to date by the change feed: reading ten thousand
 * takes longer than everything else that a small change needs.
 */
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../../model/memory.ts'
import type { Cursor } from '../../ports/change-feed.ts'
import type { Store } from '../../ports/store.ts'
import { readChangesSince } from './wiki-changes.ts'

type MemoryStores = Pick<Store, 'memories' | 'changes'>

interface Followed {
  readonly address: ScopeAddress
  readonly cursor: Cursor
  readonly memories: Map<string, Memory>
}

/** With more changes, everything is read again. */
const mostChanges = 1_000

/** By store, the wiki that was read last. */
const followed = new WeakMap<Store['memories'], Followed>()

/** By id, those that hold; candidates are in no wiki. */
export async function followWikiMemories(
  address: ScopeAddress,
  store: MemoryStores,
): Promise<ReadonlyMap<string, Memory>> {
  const { memories } = await follow(address, store)
  return new Map([...memories].filter(([, memory]) => isValid(memory)))
}

/** Decisions that others replaced. */
export async function followReplacedDecisions(
  address: ScopeAddress,
  store: MemoryStores,
): Promise<Memory[]> {
  const { memories } = await follow(address, store)
  return [...memories.values()].filter((memory) => {
    return memory.kind === 'decision' && !isValid(memory) && memory.supersededBy !== undefined
  })
}

async function follow(address: ScopeAddress, store: MemoryStores): Promise<Followed> {
  const last = followed.get(store.memories)
  const isKnown = last && isSameAddress(last.address, address)
  const next = (isKnown && (await catchUp(last, store))) || (await readAll(address, store))
  followed.set(store.memories, next)
  return next
}

async function readAll(address: ScopeAddress, store: MemoryStores): Promise<Followed> {
  const cursor = await store.changes.head()
  const filter = { addresses: [address], standing: 'memory' as const, includeSuperseded: true }
  const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const { memories } = await store.memories.list(filter, page)
  return { address, cursor, memories: new Map(memories.map((memory) => [memory.id, memory])) }
}

/** @returns undefined if too much changed */
async function catchUp(last: Followed, store: MemoryStores): Promise<Followed | undefined> {
  const { cursor, ids } = await readChangesSince(last.cursor, store)
  if (ids.size > mostChanges) return undefined
  if (ids.size === 0) return { ...last, cursor }
  const found = await store.memories.findMany([...ids])
  const memories = new Map(last.memories)
  for (const id of ids) memories.delete(id)
  for (const memory of found) {
    const isOurs = isSameAddress(memory, last.address) && memory.standing === 'memory'
    if (isOurs) memories.set(memory.id, memory)
  }
  return { ...last, cursor, memories }
}

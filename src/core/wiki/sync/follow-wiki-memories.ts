/**
 * The memories of a wiki, read once and then kept up to date by the change feed: reading ten thousand
 * takes longer than everything else in a small build.
 */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import {
  isSameAddress,
  isValid,
  type Memory,
  type ScopeAddress,
  shortId,
} from '../../model/memory.ts'
import { type Cursor, feedStart } from '../../ports/change-feed.ts'
import type { Store } from '../../ports/store.ts'

type MemoryStores = Pick<Store, 'memories' | 'changes'>

interface Followed {
  readonly address: ScopeAddress
  readonly cursor: Cursor
  /** By anchor. */
  readonly valid: ReadonlyMap<string, Memory>
  /** By id, decisions that others replaced. */
  readonly replaced: ReadonlyMap<string, Memory>
}

/** Reading this many blocks the event loop for about 20 ms. */
const atOnce = 250

/** With more changes, everything is read again. */
const mostChanges = 1_000

/** By store, the wiki that was read last. */
const followed = new WeakMap<Store['memories'], Followed>()

/** The valid ones by anchor; candidates are in no wiki. The same map while nothing changes. */
export async function followWikiMemories(
  address: ScopeAddress,
  store: MemoryStores,
): Promise<ReadonlyMap<string, Memory>> {
  return (await follow(address, store)).valid
}

export async function followReplacedDecisions(
  address: ScopeAddress,
  store: MemoryStores,
): Promise<Memory[]> {
  return [...(await follow(address, store)).replaced.values()]
}

async function follow(address: ScopeAddress, store: MemoryStores): Promise<Followed> {
  const last = followed.get(store.memories)
  const isKnown = last && isSameAddress(last.address, address)
  const next = (isKnown && (await catchUp(last, store))) || (await readAll(address, store))
  followed.set(store.memories, next)
  return next
}

/** A few at a time, so that hooks need not wait; all at once if memories changed meanwhile. */
async function readAll(address: ScopeAddress, store: MemoryStores): Promise<Followed> {
  const cursor = await store.changes.head()
  const [valid, replaced] = [new Map<string, Memory>(), new Map<string, Memory>()]
  for (let offset = 0; ; offset += atOnce) {
    const memories = await readSome(address, { limit: atOnce, offset }, store)
    for (const memory of memories) add(memory, valid, replaced)
    if (memories.length < atOnce) break
    await yieldToEventLoop()
  }
  if ((await store.changes.head()) === cursor) return { address, cursor, valid, replaced }
  return readAtOnce(address, store)
}

async function readAtOnce(address: ScopeAddress, store: MemoryStores): Promise<Followed> {
  const cursor = await store.changes.head()
  const [valid, replaced] = [new Map<string, Memory>(), new Map<string, Memory>()]
  const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  for (const memory of await readSome(address, everything, store)) add(memory, valid, replaced)
  return { address, cursor, valid, replaced }
}

async function readSome(
  address: ScopeAddress,
  page: { readonly limit: number; readonly offset: number },
  store: MemoryStores,
): Promise<readonly Memory[]> {
  const filter = { addresses: [address], standing: 'memory' as const, includeSuperseded: true }
  return (await store.memories.list(filter, page)).memories
}

/** @returns undefined if too much changed */
async function catchUp(last: Followed, store: MemoryStores): Promise<Followed | undefined> {
  const { cursor, ids } = await readChangesSince(last.cursor, store)
  if (ids.size > mostChanges) return undefined
  if (ids.size === 0) return { ...last, cursor }
  const found = await store.memories.findMany([...ids])
  const [valid, replaced] = [new Map(last.valid), new Map(last.replaced)]
  for (const id of ids) {
    if (valid.get(shortId(id))?.id === id) valid.delete(shortId(id))
    replaced.delete(id)
  }
  for (const memory of found) {
    const isOurs = isSameAddress(memory, last.address) && memory.standing === 'memory'
    if (isOurs) add(memory, valid, replaced)
  }
  return { ...last, cursor, valid, replaced }
}

function add(memory: Memory, valid: Map<string, Memory>, replaced: Map<string, Memory>): void {
  if (isValid(memory)) valid.set(shortId(memory.id), memory)
  else if (memory.kind === 'decision' && memory.supersededBy !== undefined) {
    replaced.set(memory.id, memory)
  }
}

interface ChangesSince {
  readonly cursor: Cursor
  readonly ids: ReadonlySet<string>
  readonly restored: ReadonlySet<string>
}

const batch = 1_000

/** What happened to memories since a build. Without a cursor there was none, so nothing did. */
export async function readChangesSince(
  from: Cursor | undefined,
  { changes: feed }: Pick<Store, 'changes'>,
): Promise<ChangesSince> {
  if (from === undefined) return { cursor: await feed.head(), ids: new Set(), restored: new Set() }
  const [ids, restored] = [new Set<string>(), new Set<string>()]
  let cursor = from === '' ? feedStart : from
  for (;;) {
    const page = await feed.after(cursor, batch, { subjects: ['memory'] })
    for (const { id, kind } of page.changes) {
      ids.add(id)
      if (kind === 'restored') restored.add(shortId(id))
    }
    cursor = page.cursor
    if (page.changes.length < batch) return { cursor, ids, restored }
  }
}

/** Forgets memories, and restores them for thirty days before they are deleted. */
import { ThroughlineError } from '../../contract/errors.ts'
import { looksLikeShortId, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Store } from '../ports/store.ts'
import { compareStatements } from './sameness.ts'

/** Applies to sessions marked by retention too. */
export const restorableDays = 30
const archiveMs = restorableDays * 24 * 60 * 60_000

/**
 * Forgetting twice changes nothing, but `now` also removes the memory from the archive.
 * @param options `dropsGuard` is only for the user
 * @returns with `along`, the number of merged duplicates forgotten with it
 */
export async function forgetMemory(
  tx: MemoryStore,
  id: string,
  at: string,
  options: { now: boolean; dropsGuard?: boolean },
) {
  const memory = await tx.find(id)
  const along = memory ? await findFormers(tx, memory, options) : []
  const { dropsGuard = false } = options
  const isForgotten = await tx.forget(id, at, { archive: !options.now, along, dropsGuard })
  if (!isForgotten && options.now) await tx.dropArchived(id)
  const forgotten = await tx.findForgotten(id)
  if (!forgotten) throw new ThroughlineError('not-found', `there is no memory "${id}"`)
  const { forgottenAt, isArchived } = forgotten
  return {
    id,
    forgottenAt,
    ...(isArchived && { restorableUntil: archiveEnd(forgottenAt) }),
    along: along.length,
  }
}

/**
 * Ids of the duplicates merged into it. Not memories it replaced with other content nor, without
 * `now`, duplicates closed by merging projects, which have no link: undoing that merge needs them.
 */
async function findFormers(
  tx: MemoryStore,
  { id, content }: Memory,
  options: { now: boolean },
): Promise<string[]> {
  const linked = new Set((await tx.links(id)).map(({ to }) => to))
  const formers: string[] = []
  for (const other of await tx.supersededBy([id])) {
    if (compareStatements(other.content, content) !== 'same') continue
    if (!options.now && !linked.has(other.id)) continue
    formers.push(other.id, ...(await findFormers(tx, other, options)))
  }
  return formers
}

/**
 * @param given a complete or short id
 * @throws ThroughlineError `not-found`; `conflict` if its key or content is taken meanwhile
 */
export async function restoreMemory(tx: MemoryStore, given: string): Promise<Memory> {
  const id = looksLikeShortId(given) ? await wholeIdOf(tx, given) : given
  try {
    const memory = await tx.restore(id)
    if (memory) return memory
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    throw new ThroughlineError('conflict', `another memory has the key or content of "${id}"`, {
      hint: 'forget that memory first',
      cause: error,
    })
  }
  throw new ThroughlineError('not-found', `no forgotten memory "${id}" can be restored`, {
    hint: 'throughline list --forgotten shows them; they are kept for 30 days',
  })
}

async function wholeIdOf(tx: MemoryStore, short: string): Promise<string> {
  const filter = { addresses: 'all', ending: short.toLowerCase() } as const
  const { archived, total } = await tx.listArchived(filter, { limit: 1, offset: 0 })
  if (total < 2) return archived[0]?.memory.id ?? short
  const message = `the ids of several forgotten memories end in "${short}"`
  const hint = 'give the whole id; throughline list --forgotten shows them'
  throw new ThroughlineError('conflict', message, { hint })
}

/** The last memory forgotten, or all that were cleared together. @returns ids, newest first */
export async function forgottenLast(tx: MemoryStore): Promise<string[]> {
  const newest = await tx.listArchived({ addresses: 'all' }, { limit: 1, offset: 0 })
  const forgottenAt = newest.archived[0]?.forgottenAt
  const filter = { addresses: 'all', forgottenAt } as const
  const { archived } = await tx.listArchived(filter, { limit: newest.total, offset: 0 })
  return archived.map(({ memory }) => memory.id)
}

/**
 * The part of the `prune` job that makes forgetting and decisions on proposals final.
 * @returns the number of memories
 */
export async function pruneForgotten(
  before: string,
  store: Pick<Store, 'transaction' | 'eraseDeleted'>,
): Promise<number> {
  const dropped = await store.transaction(
    async ({ memories, proposals }) =>
      (await memories.dropArchivedBefore(before)) + (await proposals.dropDecidedBefore(before)),
  )
  if (dropped > 0) await store.eraseDeleted()
  return dropped
}

export function archiveEnd(forgottenAt: string): string {
  return new Date(Date.parse(forgottenAt) + archiveMs).toISOString()
}

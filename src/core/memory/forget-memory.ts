/** Forgetting, undoing it for thirty days, and the end of that. */
import { ThroughlineError } from '../../contract/errors.ts'
import { looksLikeShortId, type Memory } from '../model/memory.ts'
import type { Clock } from '../ports/clock.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import type { Store } from '../ports/store.ts'
import { compareStatements } from './near-duplicate.ts'

const archiveMs = 30 * 24 * 60 * 60_000

export interface Forgotten {
  readonly id: string
  readonly forgottenAt: string
  readonly restorableUntil?: string
  /** How many said the same, had become part of it and went along. */
  readonly along: number
}

/** Forgetting what is forgotten changes nothing, but that `now` also empties the archive of it. */
export async function forgetMemory(
  tx: MemoryTransaction,
  id: string,
  at: string,
  options: { now: boolean },
): Promise<Forgotten> {
  const memory = await tx.find(id)
  const along = memory ? await findFormers(tx, memory, options) : []
  const isForgotten = await tx.forget(id, at, { archive: !options.now, along })
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
 * Ids of those that say the same and became part of it; what it replaced by something else stays.
 * One that only gave way to it when projects were merged, as no link tells, stays for undoing that,
 * unless nothing is to be left.
 */
async function findFormers(
  tx: MemoryTransaction,
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
 * @param given whole, or as short as a context shows it
 * @throws ThroughlineError `not-found`; `conflict` when its key or its words are taken by now
 */
export async function restoreMemory(tx: MemoryTransaction, given: string): Promise<Memory> {
  const id = looksLikeShortId(given) ? await wholeIdOf(tx, given) : given
  try {
    const memory = await tx.restore(id)
    if (memory) return memory
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    throw new ThroughlineError('conflict', `another memory took the place of "${id}"`, {
      hint: 'the one with the same key or the same words; forget that first',
      cause: error,
    })
  }
  throw new ThroughlineError('not-found', `no forgotten memory "${id}" is kept`, {
    hint: 'throughline list --forgotten shows them; none is kept for longer than 30 days',
  })
}

async function wholeIdOf(tx: MemoryTransaction, short: string): Promise<string> {
  const filter = { addresses: 'all', ending: short.toLowerCase() } as const
  const { archived, total } = await tx.listArchived(filter, { limit: 1, offset: 0 })
  if (total < 2) return archived[0]?.memory.id ?? short
  throw new ThroughlineError(
    'conflict',
    `the ids of several forgotten memories end in "${short}"`,
    {
      hint: 'give the whole id; throughline list --forgotten shows them',
    },
  )
}

/** One memory, or all that were cleared at once. @returns their ids, the last to go first */
export async function forgottenLast(tx: MemoryTransaction): Promise<string[]> {
  const newest = await tx.listArchived({ addresses: 'all' }, { limit: 1, offset: 0 })
  const forgottenAt = newest.archived[0]?.forgottenAt
  const filter = { addresses: 'all', forgottenAt } as const
  const { archived } = await tx.listArchived(filter, { limit: newest.total, offset: 0 })
  return archived.map(({ memory }) => memory.id)
}

/** The part of the `prune` job that makes forgetting final. @returns how many */
export async function pruneForgotten(parts: {
  store: Pick<Store, 'transaction' | 'eraseDeleted'>
  clock: Clock
}): Promise<number> {
  const before = new Date(parts.clock.now().getTime() - archiveMs).toISOString()
  const dropped = await parts.store.transaction(({ memories }) =>
    memories.dropArchivedBefore(before),
  )
  if (dropped > 0) await parts.store.eraseDeleted()
  return dropped
}

export function archiveEnd(forgottenAt: string): string {
  return new Date(Date.parse(forgottenAt) + archiveMs).toISOString()
}

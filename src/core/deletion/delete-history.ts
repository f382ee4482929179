/**
 * Deletes sessions or a turn in slices: others write between two slices, and an interrupted deletion
 * is finished by the next one or by the daemon.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import type {
  DeletedSlice,
  HistorySelection,
  PendingDeletion,
  SelectedSession,
} from '../ports/deletion.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'

export interface DeletionPorts {
  readonly store: Pick<Store, 'transaction' | 'deletion'>
  readonly clock: Clock
}

export interface Deleted {
  readonly sessions: number
  readonly turns: number
  readonly events: number
  readonly toolEvents: number
  readonly digests: number
  readonly payloads: number
  readonly memories: number
}

export const nothingDeleted: Deleted = {
  ...{ sessions: 0, turns: 0, events: 0, toolEvents: 0 },
  ...{ digests: 0, payloads: 0, memories: 0 },
}

const sessionsAtOnce = 50

/**
 * Marks everything selected for deletion.
 * @param options `withMemories`: also delete memories without another source; `forever`: drop events
 * that the host sends later
 * @returns the sessions, the longest silent first
 */
export async function beginDeletion(
  selection: HistorySelection,
  options: { readonly withMemories: boolean; readonly forever: boolean },
  { store, clock }: DeletionPorts,
): Promise<SelectedSession[]> {
  const at = clock.now().toISOString()
  const { turnId } = selection
  const begun: SelectedSession[] = []
  for (;;) {
    const sessions = await store.transaction(async ({ deletion }) => {
      const found = await deletion.select(selection, sessionsAtOnce)
      for (const { id } of found) {
        await deletion.begin({ sessionId: id, turnId }, { ...options, at })
      }
      return found
    })
    begun.push(...sessions)
    if (turnId !== undefined || sessions.length < sessionsAtOnce) return begun
    await yieldToEventLoop()
  }
}

/** Completes every deletion that this or another process began. */
export async function finishDeletions(
  { store, clock }: DeletionPorts,
  signal?: AbortSignal,
): Promise<Deleted> {
  let total = nothingDeleted
  let size = firstSliceSize
  for (;;) {
    signal?.throwIfAborted()
    const target = await store.deletion.pending()
    if (!target) return total
    const at = clock.now().toISOString()
    let beganAt = 0
    // The log is synced to disk when the files are erased.
    const slice = await store.transaction(
      (tx) => {
        // Not earlier: the transaction may have waited for another writer.
        beganAt = performance.now()
        return deleteSome(tx, target, size, at)
      },
      { durable: false },
    )
    size = nextSliceSize(size, performance.now() - beganAt)
    total = add(total, slice)
    await yieldToEventLoop()
  }
}

const firstSliceSize = 10
const slicesMs = { short: 6, long: 15 }
/** With more, the search index takes longer to merge at commit. */
const mostEvents = 80

/** Adapts to the time taken: payloads range from a few bytes to megabytes. */
function nextSliceSize(size: number, tookMs: number): number {
  if (tookMs > slicesMs.long) return Math.max(1, Math.floor(size / 2))
  return tookMs < slicesMs.short ? Math.min(mostEvents, size * 2) : size
}

async function deleteSome(
  tx: StoreTransaction,
  target: PendingDeletion,
  limit: number,
  at: string,
): Promise<DeletedSlice & { readonly memories: number }> {
  const slice = await tx.deletion.deleteSlice(target, limit)
  if (!target.withMemories) return { ...slice, memories: 0 }
  const alone = await tx.deletion.withoutSources(slice.touched)
  const going = new Set([...alone, ...slice.own])
  let memories = 0
  for (const id of going) {
    // A memory merged into another may be gone with it.
    if (!(await tx.memories.find(id))) continue
    memories += 1 + (await forgetMemory(tx.memories, id, at, { now: true, dropsGuard: true })).along
  }
  return { ...slice, memories: memories + (slice.isDone ? await dropArchived(tx) : 0) }
}

async function dropArchived({ deletion, memories }: StoreTransaction): Promise<number> {
  const ids = await deletion.archivedWithoutHistory()
  for (const id of ids) await memories.dropArchived(id)
  return ids.length
}

function add(total: Deleted, more: Deleted): Deleted {
  const names = Object.keys(nothingDeleted) as (keyof Deleted)[]
  return Object.fromEntries(
    names.map((name) => [name, total[name] + more[name]]),
  ) as unknown as Deleted
}

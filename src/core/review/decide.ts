/** Applies a decision to an item: keep, merge or drop. Each can be undone. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ReviewDecisionName } from '../../contract/vocabulary.ts'
import { toRecord } from '../consolidation/consolidate.ts'
import { mergeInto } from '../consolidation/merge-duplicates.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import type { Memory } from '../model/memory.ts'
import type { IdSource } from '../ports/clock.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import type { MergeRecord, ReviewDecision } from '../ports/review-store.ts'
import type { Transact } from '../ports/store.ts'
import { type QueuePorts, readItems, readQueue } from './read-queue.ts'

export interface DecidePorts extends QueuePorts {
  readonly transaction: Transact
  readonly ids: IdSource
}

export interface WantedDecision {
  readonly key: string
  readonly decision: ReviewDecisionName
  /** Of two, which one stays; by default the first. */
  readonly stays?: string | undefined
}

/** @throws ThroughlineError `not-found`; `conflict` if a memory changed; `invalid-input` */
export async function applyDecision(
  wanted: WantedDecision,
  ports: DecidePorts,
): Promise<ReviewDecision> {
  const queue = await readQueue(undefined, ports)
  const found = queue.filter(({ key }) => key === wanted.key)
  const [item] = await readItems(found, ports)
  if (!item) {
    throw new ThroughlineError('not-found', `the review queue has no item "${wanted.key}"`, {
      hint: 'it was decided or changed meanwhile; throughline review --list shows what is left',
    })
  }
  const [goes, stays] = choose(item.memories, wanted.stays)
  const at = ports.clock.now().toISOString()
  return ports.transaction(async ({ reviews, memories: tx }) => {
    await refuseChanged(tx, item.memories)
    const made = {
      id: ports.ids.next(),
      key: item.key,
      kind: item.kind,
      decision: wanted.decision,
      memoryIds: item.memories.map(({ id }) => id),
      dropped: wanted.decision === 'drop' ? goes.id : undefined,
      merged: wanted.decision === 'merge' ? await merge(tx, goes, stays, at) : undefined,
      at,
    }
    if (made.dropped !== undefined) await forgetMemory(tx, goes.id, at, { now: false })
    await reviews.insertDecision(made)
    if (made.decision === 'keep' && made.kind === 'stale') await reviews.acceptFiles(goes.id)
    return made
  })
}

/** A memory alone is the one that goes. */
function choose(memories: readonly Memory[], staysId: string | undefined): [Memory, Memory?] {
  const [first, second] = memories
  if (first === undefined) throw new RangeError('an item without a memory')
  if (staysId !== undefined && !memories.some(({ id }) => id === staysId)) {
    throw new ThroughlineError('invalid-input', `memory "${staysId}" is not part of this item`)
  }
  if (second === undefined) return [first]
  return staysId === second.id ? [first, second] : [second, first]
}

async function merge(
  tx: MemoryTransaction,
  goes: Memory,
  stays: Memory | undefined,
  at: string,
): Promise<MergeRecord> {
  if (!stays) {
    throw new ThroughlineError('invalid-input', 'a single memory cannot be merged', {
      hint: 'keep it or drop it',
    })
  }
  const had = await tx.sources(stays.id)
  const action = await mergeInto({ tx, at }, stays, [goes], 'by review')
  const has = (await tx.sources(stays.id)).filter(
    ({ type, ref }) => !had.some((source) => source.type === type && source.ref === ref),
  )
  return { action: toRecord(action), sources: has }
}

async function refuseChanged(tx: MemoryTransaction, memories: readonly Memory[]): Promise<void> {
  for (const { id, version } of memories) {
    if ((await tx.find(id))?.version === version) continue
    throw new ThroughlineError('conflict', `memory "${id}" was changed meanwhile`, {
      hint: 'review the item again',
    })
  }
}

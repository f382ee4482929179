/**
 * What is kept for how long. Memories are forgotten as by hand, so they can be restored for another
 * 30 days; a use or a change counts as new, and pinned ones stay.
 */
import type { Config } from '../../contract/config.ts'
import type { MemoryKind, MemoryScope } from '../../contract/vocabulary.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import type { OutdatedMemories } from '../ports/history-deletion.ts'
import type { Spool } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import { beginDeletion, type DeletionPorts, finishDeletions } from './delete-history.ts'

export interface RetentionPorts extends DeletionPorts {
  readonly store: Pick<Store, 'transaction' | 'deletion' | 'eraseDeleted'>
  readonly spool: Spool
  readonly settings: () => Config['retention']
  /** Of the database, without pages that nothing uses. */
  readonly usedBytes: () => number
}

export interface RetentionItem {
  readonly what: string
  readonly count: number
  readonly reason: string
}

/** Kept for ever in every scope: they are about the person. */
const keptKinds: readonly MemoryKind[] = ['preference', 'correction']

/** What `applyRetention` would delete now. */
export async function planRetention(ports: RetentionPorts): Promise<RetentionItem[]> {
  const { store, settings } = ports
  const items: RetentionItem[] = []
  for (const { what, reason, which } of memoryLimits(ports)) {
    items.push({ what, count: await store.deletion.countMemoriesBefore(which), reason })
  }
  const { historyDays } = settings()
  if (historyDays > 0) {
    const { sessions } = await store.deletion.count({ before: daysAgo(ports, historyDays) })
    items.push({ what: 'sessions', count: sessions, reason: ageReason(historyDays) })
  }
  const excess = excessBytes(ports)
  if (excess > 0) {
    const { sessions } = await store.deletion.count({})
    const count = Math.min(sessions, Math.ceil((excess / ports.usedBytes()) * sessions))
    items.push({ what: 'sessions', count, reason: `about this many: ${sizeReason(ports)}` })
  }
  const rejected = await outdatedRejected(ports)
  items.push({ what: 'rejected events', count: rejected.length, reason: rejectedReason(ports) })
  return items.filter(({ count }) => count > 0)
}

/** @returns what was deleted */
export async function applyRetention(
  ports: RetentionPorts,
  signal?: AbortSignal,
): Promise<RetentionItem[]> {
  // What was interrupted before counts for nobody's retention, but its traces go all the same.
  const { events: interrupted } = await finishDeletions(ports, signal)
  const items: RetentionItem[] = []
  for (const { what, reason, which } of memoryLimits(ports)) {
    items.push({ what, count: await forgetOutdated(which, ports, signal), reason })
  }
  const sessions = [await deleteOld(ports, signal), await deleteExcess(ports, signal)]
  items.push(...sessions)
  if (interrupted + sessions.reduce((sum, { count }) => sum + count, 0) > 0) {
    await ports.store.eraseDeleted()
  }
  const rejected = await outdatedRejected(ports)
  await ports.spool.removeRejected(rejected)
  items.push({ what: 'rejected events', count: rejected.length, reason: rejectedReason(ports) })
  return items.filter(({ count }) => count > 0)
}

interface MemoryLimit extends Pick<RetentionItem, 'what' | 'reason'> {
  readonly which: OutdatedMemories
}

/** Candidates first, which go whatever their scope and kind; 0 days are for ever. */
function memoryLimits(ports: RetentionPorts): MemoryLimit[] {
  const { candidateDays, projectDays, sessionDays, globalDays, agentDays } = ports.settings()
  const days = { project: projectDays, session: sessionDays, global: globalDays, agent: agentDays }
  const ofScopes = (Object.entries(days) as [MemoryScope, number][])
    .filter(([, limit]) => limit > 0)
    .map(([scope, limit]) => ({
      what: `${scope} memories`,
      reason: memoryReason(limit),
      which: { scope, before: daysAgo(ports, limit), exceptKinds: keptKinds },
    }))
  const candidates: MemoryLimit = {
    what: 'candidates',
    reason: `not confirmed for ${inDays(candidateDays)}`,
    which: { standing: 'candidate', before: daysAgo(ports, candidateDays), exceptKinds: [] },
  }
  return [...(candidateDays > 0 ? [candidates] : []), ...ofScopes]
}

const memoriesAtOnce = 20

async function forgetOutdated(
  which: OutdatedMemories,
  { store, clock }: RetentionPorts,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0
  for (;;) {
    signal?.throwIfAborted()
    const forgotten = await store.transaction(async ({ deletion, memories }) => {
      const ids = await deletion.memoriesBefore(which, memoriesAtOnce)
      const at = clock.now().toISOString()
      for (const id of ids) {
        if (await memories.find(id)) await forgetMemory(memories, id, at, { now: false })
      }
      return ids.length
    })
    total += forgotten
    if (forgotten < memoriesAtOnce) return total
    await yieldToEventLoop()
  }
}

/** A host may go on with an old session; then it is captured again. */
const ofAge = { withMemories: false, forever: false }

async function deleteOld(
  ports: RetentionPorts,
  signal: AbortSignal | undefined,
): Promise<RetentionItem> {
  const { historyDays } = ports.settings()
  const reason = ageReason(historyDays)
  if (historyDays === 0) return { what: 'sessions', count: 0, reason }
  await beginDeletion({ before: daysAgo(ports, historyDays) }, ofAge, ports)
  const { sessions: count } = await finishDeletions(ports, signal)
  return { what: 'sessions', count, reason }
}

/** The longest silent first, one by one, until the rest fits. */
async function deleteExcess(
  ports: RetentionPorts,
  signal: AbortSignal | undefined,
): Promise<RetentionItem> {
  const { store, clock } = ports
  let count = 0
  while (excessBytes(ports) > 0) {
    const [oldest] = await store.deletion.select({ ended: true }, 1)
    if (!oldest) break
    const at = clock.now().toISOString()
    await store.deletion.begin({ sessionId: oldest.id, turnId: undefined }, { ...ofAge, at })
    count += (await finishDeletions(ports, signal)).sessions
  }
  return { what: 'sessions', count, reason: sizeReason(ports) }
}

const gigabyte = 1024 ** 3

function excessBytes({ settings, usedBytes }: RetentionPorts): number {
  const { historyGigabytes } = settings()
  return historyGigabytes === 0 ? 0 : Math.max(0, usedBytes() - historyGigabytes * gigabyte)
}

/** @returns names */
async function outdatedRejected(ports: RetentionPorts): Promise<string[]> {
  const { rejectedDays } = ports.settings()
  if (rejectedDays === 0) return []
  const before = daysAgo(ports, rejectedDays)
  return (await ports.spool.rejected()).filter(({ at }) => at < before).map(({ name }) => name)
}

const dayMs = 24 * 60 * 60_000

const daysAgo = ({ clock }: RetentionPorts, days: number) =>
  new Date(clock.now().getTime() - days * dayMs).toISOString()

const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
const memoryReason = (days: number) => `not changed or used for ${inDays(days)}`
const ageReason = (days: number) => `no event for ${inDays(days)}`
const sizeReason = ({ settings }: RetentionPorts) =>
  `the database was larger than ${settings().historyGigabytes} GB`
const rejectedReason = ({ settings }: RetentionPorts) =>
  `set aside more than ${inDays(settings().rejectedDays)} ago`

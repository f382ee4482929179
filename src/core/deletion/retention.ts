/**
 * What is kept for how long, in days on which Throughline ran. Nothing goes at once: memories are
 * forgotten as by hand, sessions are marked and stay readable, and both can be restored for 30 days.
 * One run removes at most a fifth of anything.
 */
import type { Config } from '../../contract/config.ts'
import type { MemoryKind } from '../../contract/vocabulary.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { forgetMemory, restorableDays } from '../memory/forget-memory.ts'
import type { HistorySelection, OutdatedMemories } from '../ports/history-deletion.ts'
import type { Spool } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import { type DeletionPorts, finishDeletions } from './delete-history.ts'
import { readWitnessedDays, type WitnessedDays, type WitnessPorts } from './witnessed-days.ts'

export interface RetentionPorts extends DeletionPorts, Omit<WitnessPorts, 'growth'> {
  readonly store: Pick<Store, 'transaction' | 'deletion' | 'eraseDeleted' | 'growth'>
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

export interface RetentionResult {
  /** Why nothing is removed. */
  readonly paused: string | undefined
  readonly items: readonly RetentionItem[]
}

/** What `applyRetention` would remove now. */
export async function planRetention(ports: RetentionPorts): Promise<RetentionResult> {
  const days = await readDays(ports)
  const items: RetentionItem[] = []
  for (const step of stepsOf(ports, days)) {
    const { what, reason } = step
    const found = await step.count()
    const count = Math.min(found, await mostOf(step))
    const rest = found > count ? `; ${found - count} more later` : ''
    items.push({ what, count, reason: `${reason}${rest}` })
  }
  return { paused: days.doubt, items: items.filter(({ count }) => count > 0) }
}

/** @returns what was removed */
export async function applyRetention(
  ports: RetentionPorts,
  signal?: AbortSignal,
): Promise<RetentionResult> {
  await finishInterrupted(ports, signal)
  const days = await readDays(ports)
  const items: RetentionItem[] = []
  let hasDeleted = false
  for (const step of stepsOf(ports, days)) {
    const { what, reason, isForGood } = step
    const count = await step.remove(await mostOf(step), signal)
    if (count > 0) items.push({ what, count, reason })
    hasDeleted ||= isForGood && count > 0
  }
  if (hasDeleted) await ports.store.eraseDeleted()
  return { paused: days.doubt, items }
}

/** Whether it is paused, and how many sessions are marked and go unless someone restores them. */
export async function reportRetention(
  ports: RetentionPorts,
): Promise<{ readonly paused: string | undefined; readonly leaving: number }> {
  const { doubt, ago } = await readDays(ports)
  const { historyDays } = ports.settings()
  const before = historyDays > 0 ? ago(historyDays) : undefined
  const leaving = { leavingBefore: ports.clock.now().toISOString() }
  const isTooLarge = excessBytes(ports) > 0
  if (!isTooLarge && before === undefined) return { paused: doubt, leaving: 0 }
  const which = isTooLarge ? leaving : { ...leaving, before }
  const { sessions } = await ports.store.deletion.count(which)
  return { paused: doubt, leaving: sessions }
}

/** What others began to delete goes without a trace, whatever retention does. */
export async function finishInterrupted(
  ports: Pick<RetentionPorts, 'store' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const { events } = await finishDeletions(ports, signal)
  if (events > 0) await ports.store.eraseDeleted()
}

const readDays = (ports: RetentionPorts) =>
  readWitnessedDays({ ...ports, growth: ports.store.growth })

interface Step extends Omit<RetentionItem, 'count'> {
  /** How many there are to remove. */
  count(): Promise<number>
  /** Of how many. */
  total(): Promise<number>
  /** @returns how many */
  remove(most: number, signal: AbortSignal | undefined): Promise<number>
  /** Whether nothing can restore what it removes. */
  readonly isForGood: boolean
}

const largestShare = 0.2
/** A small store need not wait for days. */
const alwaysAllowed = 50

async function mostOf({ total }: Step): Promise<number> {
  return Math.max(alwaysAllowed, Math.floor((await total()) * largestShare))
}

function stepsOf(ports: RetentionPorts, days: WitnessedDays): Step[] {
  // In doubt about the clock, nothing is too large either: which sessions are oldest is unknown.
  if (days.doubt !== undefined) return []
  return [...memorySteps(ports, days), ...sessionSteps(ports, days), rejectedStep(ports, days)]
}

/** Kept for ever in every scope: they are about the person. */
const keptKinds: readonly MemoryKind[] = ['preference', 'correction']

/** Only what nobody stated for longer than a session; 0 days are for ever. */
function memorySteps(ports: RetentionPorts, days: WitnessedDays): Step[] {
  const { candidateDays, sessionDays } = ports.settings()
  const { deletion } = ports.store
  const step = (
    limit: number,
    texts: Pick<Step, 'what' | 'reason'>,
    kind: Omit<OutdatedMemories, 'before'>,
  ): Step[] => {
    const before = limit > 0 ? days.ago(limit) : undefined
    if (before === undefined) return []
    const which = { ...kind, before }
    return [
      {
        ...texts,
        count: () => deletion.countMemoriesBefore(which),
        total: () => deletion.countMemoriesBefore({ ...kind, before: endOfTime }),
        remove: (most, signal) => forgetOutdated(which, most, ports, signal),
        isForGood: false,
      },
    ]
  }
  return [
    ...step(
      candidateDays,
      { what: 'candidates', reason: `not confirmed for ${inDays(candidateDays)}` },
      { standing: 'candidate', exceptKinds: [] },
    ),
    ...step(
      sessionDays,
      { what: 'session memories', reason: `not changed or used for ${inDays(sessionDays)}` },
      { scope: 'session', exceptKinds: keptKinds },
    ),
  ]
}

const endOfTime = '9999'
const memoriesAtOnce = 20

async function forgetOutdated(
  which: OutdatedMemories,
  most: number,
  { store, clock }: RetentionPorts,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0
  for (;;) {
    signal?.throwIfAborted()
    const wanted = Math.min(memoriesAtOnce, most - total)
    const forgotten = await store.transaction(async ({ deletion, memories }) => {
      const ids = await deletion.memoriesBefore(which, wanted)
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

/**
 * First marked, deleted 30 days later. Size works the same way, except that a database a quarter
 * larger than allowed cannot wait: its oldest sessions go without the 30 days.
 */
function sessionSteps(ports: RetentionPorts, days: WitnessedDays): Step[] {
  const { historyDays, historyGigabytes } = ports.settings()
  const { deletion } = ports.store
  const total = async () => (await deletion.count({})).sessions
  const countOf = async (which: HistorySelection) => (await deletion.count(which)).sessions
  const now = ports.clock.now()
  const at = now.toISOString()
  // What is marked at this moment is marked.
  const unmarked = { unmarkedAt: new Date(now.getTime() + 1).toISOString(), notKeptSince: at }
  const old = historyDays > 0 ? days.ago(historyDays) : undefined
  const dueSince = days.ago(restorableDays)
  const shareOf = async (bytes: number) => Math.ceil((bytes / ports.usedBytes()) * (await total()))
  const tooLarge = `the database is larger than ${historyGigabytes} GB`
  const marking = (reason: string, which: HistorySelection, count: Step['count']): Step => ({
    what: 'sessions marked',
    reason,
    total,
    count,
    remove: async (most) => deletion.markLeaving(which, at, Math.min(most, await count())),
    isForGood: false,
  })
  const deleting = (
    reason: string,
    which: HistorySelection,
    count: Step['count'],
    isNeeded: () => boolean = () => true,
  ): Step => ({
    what: 'sessions',
    reason,
    total,
    count,
    remove: (most, signal) => deleteSessions(which, most, isNeeded, ports, signal),
    isForGood: true,
  })
  const tooOld = old === undefined ? [] : [{ before: old }]
  const due = dueSince === undefined ? [] : [{ leavingBefore: dueSince }]
  return [
    ...tooOld.map(({ before }) => {
      const which = { before, ...unmarked, notKeptSince: before }
      return marking(`no event for ${inDays(historyDays)}`, which, () => countOf(which))
    }),
    marking(tooLarge, { ended: true, ...unmarked }, async () => {
      const needed = await shareOf(excessBytes(ports))
      const marked = await countOf({ leavingBefore: unmarked.unmarkedAt })
      return Math.max(0, needed - marked)
    }),
    ...due.flatMap((marked) =>
      tooOld.map((which) =>
        deleting(dueReason, { ...which, ...marked }, () => countOf({ ...which, ...marked })),
      ),
    ),
    ...due.map((marked) =>
      deleting(
        dueReason,
        { ...marked, ended: true },
        async () => Math.min(await shareOf(excessBytes(ports)), await countOf(marked)),
        () => excessBytes(ports) > 0,
      ),
    ),
    deleting(
      `${tooLarge} by more than a quarter`,
      { ended: true },
      () => shareOf(excessBytes(ports, utmost)),
      () => excessBytes(ports, utmost) > 0,
    ),
  ]
}

/** A host may go on with an old session; then it is captured again. */
const ofAge = { withMemories: false, forever: false }

/** The longest silent first, one by one, while it is needed. */
async function deleteSessions(
  which: HistorySelection,
  most: number,
  isNeeded: () => boolean,
  ports: RetentionPorts,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { store, clock } = ports
  let count = 0
  while (count < most && isNeeded()) {
    const [oldest] = await store.deletion.select(which, 1)
    if (!oldest) break
    const at = clock.now().toISOString()
    await store.deletion.begin({ sessionId: oldest.id, turnId: undefined }, { ...ofAge, at })
    await finishDeletions(ports, signal)
    count += 1
  }
  return count
}

const gigabyte = 1024 ** 3
/** How much larger than allowed the database may be while its sessions can still be restored. */
const utmost = 1.25

function excessBytes({ settings, usedBytes }: RetentionPorts, factor = 1): number {
  const allowed = settings().historyGigabytes * gigabyte * factor
  return allowed === 0 ? 0 : Math.max(0, usedBytes() - allowed)
}

function rejectedStep(ports: RetentionPorts, days: WitnessedDays): Step {
  const { rejectedDays } = ports.settings()
  const before = rejectedDays > 0 ? days.ago(rejectedDays) : undefined
  const find = async () =>
    (await ports.spool.rejected()).filter(({ at }) => before !== undefined && at < before)
  return {
    what: 'rejected events',
    reason: `set aside more than ${inDays(rejectedDays)} ago`,
    count: async () => (await find()).length,
    total: async () => (await ports.spool.rejected()).length,
    async remove(most) {
      const names = (await find()).slice(0, most).map(({ name }) => name)
      await ports.spool.removeRejected(names)
      return names.length
    },
    isForGood: false,
  }
}

const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
const dueReason = `marked more than ${inDays(restorableDays)} ago`

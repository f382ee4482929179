/** Applies the retention settings: removes what is older or larger than they allow. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { MemoryKind } from '../../contract/vocabulary.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { forgetMemory, restoreMemory } from '../memory/forget-memory.ts'
import type { FormerAgeLimits, OutdatedMemories } from '../ports/deletion.ts'
import { finishDeletions } from './delete-history.ts'
import { excessBytes, sessionSteps } from './retain-sessions.ts'
import {
  howToResume,
  inDays,
  mostOf,
  type RetentionItem,
  type RetentionPorts,
  type RetentionStep,
  readWitnessedDays,
  type WitnessedDays,
} from './witnessed-days.ts'

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

export async function reportRetention(ports: RetentionPorts): Promise<{
  readonly paused: { readonly reason: string; readonly hint: string } | undefined
  readonly leaving: number
}> {
  const { doubt, ago } = await readDays(ports)
  const paused = doubt === undefined ? undefined : { reason: doubt, hint: howToResume }
  const { historyDays } = ports.settings()
  const before = historyDays > 0 ? ago(historyDays) : undefined
  const leaving = { leavingBefore: ports.clock.now().toISOString() }
  const isTooLarge = excessBytes(ports) > 0
  if (!isTooLarge && before === undefined) return { paused, leaving: 0 }
  const which = isTooLarge ? leaving : { ...leaving, before }
  const { sessions } = await ports.store.deletion.count(which)
  return { paused, leaving: sessions }
}

/** Finishes deletions of other processes, independent of retention. */
export async function finishInterrupted(
  ports: Pick<RetentionPorts, 'store' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const { events } = await finishDeletions(ports, signal)
  if (events > 0) await ports.store.eraseDeleted()
}

const readDays = (ports: RetentionPorts) =>
  readWitnessedDays({ ...ports, growth: ports.store.growth })

function stepsOf(ports: RetentionPorts, days: WitnessedDays): RetentionStep[] {
  // If the clock may be wrong, ignore the size too: nobody knows which sessions are oldest.
  if (days.doubt !== undefined) return []
  return [...memorySteps(ports, days), ...sessionSteps(ports, days), rejectedStep(ports, days)]
}

/** Always kept in every scope, because they are about the person. */
const keptKinds: readonly MemoryKind[] = ['preference', 'correction']

/** Only candidates and session memories; 0 days means never. */
function memorySteps(ports: RetentionPorts, days: WitnessedDays): RetentionStep[] {
  const { candidateDays, sessionDays } = ports.settings()
  const { deletion } = ports.store
  const step = (
    limit: number,
    texts: Pick<RetentionStep, 'what' | 'reason'>,
    kind: Omit<OutdatedMemories, 'before'>,
  ): RetentionStep[] => {
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
 * Restores what the age limits of earlier versions forgot. A memory whose key or content is now taken
 * stays forgotten.
 * @param note gets the ids of restored memories, in batches
 */
export async function restoreForgottenByAge(
  { store }: Pick<RetentionPorts, 'store'>,
  limits: FormerAgeLimits,
  note: (ids: readonly string[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  const ids = await store.deletion.forgottenByAge(limits)
  for (let at = 0; at < ids.length; at += memoriesAtOnce) {
    signal?.throwIfAborted()
    const restored: string[] = []
    for (const id of ids.slice(at, at + memoriesAtOnce)) {
      if (await restoreOne(store, id)) restored.push(id)
    }
    if (restored.length > 0) note(restored)
    await yieldToEventLoop()
  }
  await store.deletion.leaveForgotten()
}

async function restoreOne(store: RetentionPorts['store'], id: string): Promise<boolean> {
  try {
    await store.transaction(({ memories }) => restoreMemory(memories, id))
    return true
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'conflict') return false
    throw error
  }
}

/** Of events that could not be read. */
const rejectedDays = 30

function rejectedStep(ports: RetentionPorts, days: WitnessedDays): RetentionStep {
  const before = days.ago(rejectedDays)
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

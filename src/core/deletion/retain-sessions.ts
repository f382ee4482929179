/** Which sessions retention marks and deletes, by age and by database size. */
import { restorableDays } from '../memory/forget-memory.ts'
import type { HistorySelection } from '../ports/deletion.ts'
import { finishDeletions } from './delete-history.ts'
import {
  inDays,
  type RetentionPorts,
  type RetentionStep,
  type WitnessedDays,
} from './witnessed-days.ts'

/**
 * Sessions are marked first and deleted 30 days later. If the database is a quarter larger than
 * allowed, its oldest sessions are deleted at once.
 */
export function sessionSteps(ports: RetentionPorts, days: WitnessedDays): RetentionStep[] {
  const { historyDays, historyGigabytes } = ports.settings()
  const { deletion } = ports.store
  const total = async () => (await deletion.count({})).sessions
  const countOf = async (which: HistorySelection) => (await deletion.count(which)).sessions
  const now = ports.clock.now()
  const at = now.toISOString()
  // One millisecond later, so that sessions marked at this moment are included.
  const unmarked = { unmarkedAt: new Date(now.getTime() + 1).toISOString(), notKeptSince: at }
  const old = historyDays > 0 ? days.ago(historyDays) : undefined
  const dueSince = days.ago(restorableDays)
  const shareOf = async (bytes: number) => Math.ceil((bytes / ports.usedBytes()) * (await total()))
  const tooLarge = `the database is larger than ${historyGigabytes} GB`
  const marking = (
    reason: string,
    which: HistorySelection,
    count: RetentionStep['count'],
  ): RetentionStep => ({
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
    count: RetentionStep['count'],
    isNeeded: () => boolean = () => true,
  ): RetentionStep => ({
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

const dueReason = `marked more than ${restorableDays} days ago`

/** A host may continue an old session, which is then captured again. */
const ofAge = { withMemories: false, forever: false }

/** The longest silent first, one by one, as long as necessary. */
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
/** How far the database may exceed its limit while its sessions can still be restored. */
const utmost = 1.25

export function excessBytes({ settings, usedBytes }: RetentionPorts, factor = 1): number {
  const allowed = settings().historyGigabytes * gigabyte * factor
  return allowed === 0 ? 0 : Math.max(0, usedBytes() - allowed)
}

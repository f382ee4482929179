/** Follows the change feed: each change of what is shared becomes an operation for the server. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { feedStart } from '../../ports/change-feed.ts'
import { openWork, type TeamClientPorts } from './client-ports.ts'
import { noteItem } from './note-item.ts'

export const teamConsumer = 'team'

const pageSize = 100

type FollowPorts = Omit<TeamClientPorts, 'server'>

/** The operations and the cursor in the feed are written together, so that none is lost or doubled. */
export async function followChanges(ports: FollowPorts): Promise<void> {
  while (!(await followPage(ports))) await yieldToEventLoop()
}

/** @returns whether it was the last */
async function followPage(ports: FollowPorts): Promise<boolean> {
  const { store } = ports
  const from = await store.changes.cursor(teamConsumer)
  // A machine that never shared anything has no cursor, so that the feed need not be kept for it.
  if (from === feedStart) return true
  const sharesDigests = (await store.team.projects()).some((each) => each.sharesDigests)
  const subjects = sharesDigests
    ? (['memory', 'digest', 'session'] as const)
    : (['memory'] as const)
  const filter = { subjects, latestOnly: true }
  const { changes, cursor } = await store.changes.after(from, pageSize, filter)
  if (cursor === from) return true
  await store.transaction(async (tx) => {
    const work = await openWork(tx, ports)
    for (const { subject, id } of work ? changes : []) {
      const kind = subject === 'memory' ? 'memory' : 'digest'
      if (work) await noteItem(work, { kind, memoryId: id })
    }
    await tx.changes.advance(teamConsumer, cursor)
  })
  return changes.length < pageSize
}

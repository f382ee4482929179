/** Follows the change feed: each change of a shared memory becomes an operation for the server. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { feedStart } from '../../ports/change-feed.ts'
import { openWork, type TeamClientPorts } from './client-ports.ts'
import { noteMemory } from './note-memory.ts'

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
  const filter = { subjects: ['memory'], latestOnly: true } as const
  const { changes, cursor } = await store.changes.after(from, pageSize, filter)
  if (cursor === from) return true
  await store.transaction(async (tx) => {
    const work = await openWork(tx, ports)
    if (work) for (const { id } of changes) await noteMemory(work, id)
    await tx.changes.advance(teamConsumer, cursor)
  })
  return changes.length < pageSize
}

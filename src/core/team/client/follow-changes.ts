import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { feedStart } from '../../ports/change-feed.ts'
import type { JoinedProject, TeamItem } from '../../ports/team/team-client-store.ts'
import { inWork, openWork, type TeamClientPorts, type TeamWork } from './client-ports.ts'
import { noteDigest } from './digests/note-digest.ts'
import { localAddress, noteMemory } from './note-memory.ts'

/** Decides what to tell the server about a memory or digest that may have changed here. */
export function noteItem(
  work: TeamWork,
  { kind, memoryId }: Pick<TeamItem, 'kind' | 'memoryId'>,
): Promise<void> {
  return kind === 'digest' ? noteDigest(work, memoryId) : noteMemory(work, memoryId)
}

// Notes every memory of a shared project in batches, because others write meanwhile, including hooks.

/** About 10 ms; all 10,000 of a large project took 6 s. */
const portion = 20

export async function noteProject(
  { localId }: Pick<JoinedProject, 'localId'>,
  ports: Omit<TeamClientPorts, 'server'>,
): Promise<void> {
  const filter = { addresses: [localAddress({ localId })], standing: 'memory' } as const
  const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const { memories } = await ports.store.memories.list(filter, everything)
  for (let from = 0; from < memories.length; from += portion) {
    await inWork(ports, async (work) => {
      for (const { id } of memories.slice(from, from + portion)) await noteMemory(work, id)
    })
    await yieldToEventLoop()
  }
}

// Follows the change feed and turns each change of a shared item into an operation for the server.

export const teamConsumer = 'team'

const pageSize = 100

type FollowPorts = Omit<TeamClientPorts, 'server'>

/** Writes operations and cursor together, so that none is lost or doubled. */
export async function followChanges(ports: FollowPorts): Promise<void> {
  while (!(await followPage(ports))) await yieldToEventLoop()
}

/** @returns whether this was the last page */
async function followPage(ports: FollowPorts): Promise<boolean> {
  const { store } = ports
  const from = await store.changes.cursor(teamConsumer)
  // A machine that never shared anything has no cursor, so the feed need not be kept for it.
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

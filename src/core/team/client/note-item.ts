import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { JoinedProject, TeamItem } from '../../ports/team/team-client-store.ts'
import { inWork, type TeamClientPorts, type TeamWork } from './client-ports.ts'
import { noteDigest } from './digests/note-digest.ts'
import { localAddress, noteMemory } from './note-memory.ts'

/** Decides what the server must be told about a memory or digest that may have changed here. */
export function noteItem(
  work: TeamWork,
  { kind, memoryId }: Pick<TeamItem, 'kind' | 'memoryId'>,
): Promise<void> {
  return kind === 'digest' ? noteDigest(work, memoryId) : noteMemory(work, memoryId)
}

// Notes every memory of a shared project, in portions: others write meanwhile, hooks among them.

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

/** The contract's read-only memory operations; quick commands load no others. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import type { MemoryHandlers } from '../../contract/operations/memories.ts'
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { MemoryFilter, MemoryRevision, MemoryStore } from '../ports/memory-store.ts'
import type { Store } from '../ports/store.ts'
import type { TeamClientStore } from '../ports/team/team-client-store.ts'
import { reviewKey } from './dropped-candidates.ts'
import { findMemory, followSuccessors } from './find-memory.ts'
import { archiveEnd } from './forget-memory.ts'
import { cleanKey } from './new-memory.ts'
import { addressesToRead, type ScopePorts, unverifiedClaimOf } from './scope.ts'
import { describeUntrue, type UntruePorts } from './untrue/find-untrue.ts'
import type { WorkTreePorts } from './untrue/work-trees.ts'

export interface MemoryReadPorts
  extends ScopePorts,
    BesidePorts,
    WorkTreePorts,
    Pick<UntruePorts, 'readBranchStates' | 'runMemoryChecks'> {
  readonly memories: MemoryStore
  readonly injections: Pick<InjectionStore, 'shownCounts' | 'showingsOf'>
  readonly history: Store['history']
  /** What is known about a team server; undefined on the server itself. */
  readonly team?: Pick<TeamClientStore, 'connection' | 'counts'> | undefined
}

export function createMemoryReadOperations(
  ports: MemoryReadPorts,
): Pick<
  MemoryHandlers,
  'getMemory' | 'listMemories' | 'countMemories' | 'listForgotten' | 'memoryHistory' | 'traceMemory'
> {
  const { memories: store } = ports
  return {
    async getMemory({ asOf, exact, ...reference }) {
      const asked = await findMemory(store, reference, ports)
      if (asOf !== undefined) return withRelations(ports, await findAsOf(ports, asked, asOf))
      const memory = exact ? asked : await followSuccessors(store, asked)
      const untrueOf = await describeUntrue([memory], reference.folder, ports)
      return {
        ...(await withRelations(ports, memory)),
        ...untrueOf(memory.id),
        ...(memory.id !== asked.id && { redirectedFrom: asked.id }),
      }
    },
    async listMemories({ limit, offset, order, ...input }) {
      const filter = await toFilter(input, ports)
      const { memories, total } = await store.list(filter, { limit, offset, order })
      const unverifiedClaim = await unverifiedClaimOf(input, ports)
      const untrueOf = await describeUntrue(memories, input.folder, ports)
      return {
        memories: memories.map((each) => ({ ...toOutput(each), ...untrueOf(each.id) })),
        total,
        ...(unverifiedClaim && { unverifiedClaim }),
      }
    },
    async countMemories(input) {
      const counts = await store.count(await toFilter(input, ports))
      const total = counts.reduce((sum, { count }) => sum + count, 0)
      return { total, counts, sync: await syncState(ports) }
    },
    async listForgotten({ limit, offset, ...input }) {
      const addresses = await addressesToRead(input, ports)
      const { archived, total } = await store.listArchived({ addresses }, { limit, offset })
      const memories = archived.map(({ memory, forgottenAt }) => ({
        ...toOutput(memory),
        forgottenAt,
        restorableUntil: archiveEnd(forgottenAt),
      }))
      return { memories, total }
    },
    async memoryHistory(reference) {
      const memory = await findMemory(store, reference, ports)
      const former = await store.revisions(memory.id)
      return { id: memory.id, versions: versionsOf(memory, former) }
    },
    async traceMemory(reference) {
      const { traceMemory } = await import('./trace-memory.ts')
      return traceMemory(reference, ports)
    },
  }
}

async function syncState({ team }: MemoryReadPorts): Promise<OutputOf<'countMemories'>['sync']> {
  const connection = await team?.connection()
  if (!team || !connection) return undefined
  const { waiting, parked } = await team.counts()
  const { state, lastContactAt } = connection
  return { state, waiting, parked, lastContactAt }
}

type MemoryView = OutputOf<'pinMemory'>
export type FilterFields = Omit<InputOf<'countMemories'>, 'includeSuperseded'>
type FilterInput = FilterFields &
  Partial<Pick<InputOf<'listMemories'>, 'key' | 'text' | 'asOf' | 'includeSuperseded'>>

export function toOutput({ contentHash: _, ...memory }: Memory): MemoryView {
  return {
    ...memory,
    tags: [...memory.tags],
    keywords: [...memory.keywords],
    files: [...memory.files],
  }
}

export async function toFilter(input: FilterInput, ports: MemoryReadPorts): Promise<MemoryFilter> {
  const { scope, kind, tag, source, standing, pinned, key, text, asOf, includeSuperseded } = input
  const addresses = await addressesToRead(input, ports)
  const cleanedKey = key === undefined ? undefined : cleanKey(key, ports.redactor)
  const shown = { key: cleanedKey, text, asOf, includeSuperseded }
  return { addresses, scope, kind, tag, source, standing, pinned, ...shown }
}

async function withRelations(ports: MemoryReadPorts, memory: Memory) {
  const { memories: store } = ports
  const [sources, links] = [await store.sources(memory.id), await store.links(memory.id)]
  const beside = await holdsBeside(memory, ports)
  const shown = (await ports.injections.shownCounts([memory.id])).get(memory.id)
  return {
    ...toOutput(memory),
    sources,
    links,
    ...(shown && { given: { sessions: shown.shown, used: shown.used } }),
    ...(beside.length > 0 && { holdsBeside: beside }),
  }
}

async function findAsOf(
  { memories: store }: MemoryReadPorts,
  { id }: Memory,
  asOf: string,
): Promise<Memory> {
  const memory = await store.findAsOf(id, asOf)
  if (memory) return memory
  throw new ThroughlineError('not-found', `memory "${id}" was not valid at ${asOf}`, {
    hint: `throughline show ${id} --history`,
  })
}

/** The former versions and the current one, which ends when a successor starts. */
function versionsOf(
  memory: Memory,
  former: readonly MemoryRevision[],
): OutputOf<'memoryHistory'>['versions'] {
  const validFrom = former.at(-1)?.validTo ?? memory.validFrom
  const versions = former.map((revision) => ({ ...revision, memory: toOutput(revision.memory) }))
  return [...versions, { validFrom, validTo: memory.validTo, memory: toOutput(memory) }]
}

interface BesidePorts extends Pick<Store, 'memories' | 'reviews'> {
  readonly hash: Hash
}

/**
 * Why a memory is true beside others that contradict it, as the user said in review. A reason is
 * valid until either memory changes.
 */
export async function holdsBeside(memory: Memory, ports: BesidePorts) {
  const found: { id: string; because: string; at: string }[] = []
  for (const { key, memoryIds, because, at } of await ports.reviews.reasonsAbout(memory.id)) {
    const other = await ports.memories.find(memoryIds.find((id) => id !== memory.id) ?? '')
    const isCurrent = other && reviewKey('contradiction', [memory, other], ports.hash) === key
    if (isCurrent && because !== undefined) found.push({ id: other.id, because, at })
  }
  return found
}

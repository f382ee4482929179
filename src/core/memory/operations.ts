/** The memory operations of the contract on the ports of the core. */
import { ThroughlineError } from '../../contract/errors.ts'
import type {
  MemoryHandlers,
  MemoryInput,
  MemoryOutput,
} from '../../contract/operations/memories.ts'
import type { MemoryFilter, MemoryRevision } from '../ports/memory-store.ts'
import { correctMemory, linkMemories } from './change-memory.ts'
import { findById, findMemory, followSuccessors } from './find-memory.ts'
import { clearMemories, forgetMemory, restoreMemory } from './forget-memory.ts'
import type { Memory } from './memory.ts'
import { moveMemory } from './move-memory.ts'
import { cleanKey } from './new-memory.ts'
import { addressesToRead, addressToWrite, type ScopePorts } from './scope.ts'
import { looksLikeShortId } from './short-id.ts'
import { type WritePorts, writeMemory } from './write-memory.ts'

export interface MemoryPorts extends WritePorts, ScopePorts {}

export function createMemoryOperations(ports: MemoryPorts): MemoryHandlers {
  const { store, clock } = ports
  const now = () => clock.now().toISOString()
  return {
    async storeMemory(input) {
      const address = await addressToWrite(input, ports)
      const result = await writeMemory({ ...input, ...address }, ports)
      return {
        outcome: result.outcome,
        memory: toOutput(result.memory),
        superseded: [...result.superseded],
        contradicts: [...result.contradicts],
      }
    },
    async getMemory({ asOf, exact, ...reference }) {
      const asked = await findMemory(store, reference, ports)
      if (asOf !== undefined) return withRelations(ports, await findAsOf(ports, asked, asOf))
      const memory = exact ? asked : await followSuccessors(store, asked)
      return {
        ...(await withRelations(ports, memory)),
        ...(memory.id !== asked.id && { redirectedFrom: asked.id }),
      }
    },
    async listMemories({ limit, offset, ...input }) {
      const filter = await toFilter(input, ports)
      const { memories, total } = await store.list(filter, { limit, offset })
      return { memories: memories.map(toOutput), total }
    },
    async countMemories(input) {
      const counts = await store.count(await toFilter(input, ports))
      return { total: counts.reduce((sum, { count }) => sum + count, 0), counts }
    },
    async updateMemory({ id, key, scope, project, session, agent, folder, ...correction }) {
      const reference = { id, key, scope, project, session, agent, folder }
      const { id: found } = await findMemory(store, reference, ports)
      const changed = await store.transaction(async (tx) =>
        correctMemory(tx, await findById(tx, found), correction, ports, now()),
      )
      return toOutput(changed)
    },
    async pinMemory({ pinned, ...reference }) {
      const { id } = await findMemory(store, reference, ports)
      const changed = await store.transaction(async (tx) =>
        correctMemory(tx, await findById(tx, id), { pinned }, ports, now()),
      )
      return toOutput(changed)
    },
    async moveMemory({ id, ...place }) {
      const address = await addressToWrite(place, ports)
      const moved = await store.transaction(async (tx) =>
        moveMemory(tx, await findById(tx, id), address, now()),
      )
      return toOutput(moved)
    },
    async forgetMemory({ now: atOnce, ...reference }) {
      const whole = reference.id && looksLikeShortId(reference.id) ? undefined : reference.id
      const id = whole ?? (await findMemory(store, reference, ports)).id
      return store.transaction((tx) => forgetMemory(tx, id, now(), { now: atOnce }))
    },
    async restoreMemory({ id }) {
      return toOutput(await store.transaction((tx) => restoreMemory(tx, id)))
    },
    async clearMemories({ now: atOnce, confirm, ...input }) {
      refuseUnbounded(input)
      const filter = await toFilter(input, ports)
      if (!confirm) throw unconfirmed(await countAll(ports, filter))
      const ids = await store.transaction((tx) => clearMemories(tx, filter, now(), { now: atOnce }))
      return { cleared: ids.length, ids }
    },
    async memoryHistory(reference) {
      const memory = await findMemory(store, reference, ports)
      const former = await store.revisions(memory.id)
      return { id: memory.id, versions: versionsOf(memory, former) }
    },
    async linkMemories(link) {
      return store.transaction((tx) => linkMemories(tx, link, now()))
    },
  }
}

type MemoryView = MemoryOutput<'pinMemory'>
type FilterInput = MemoryInput<'countMemories'> &
  Partial<Pick<MemoryInput<'listMemories'>, 'key' | 'asOf' | 'includeSuperseded'>>

export function toOutput({ contentHash: _, ...memory }: Memory): MemoryView {
  return {
    ...memory,
    tags: [...memory.tags],
    keywords: [...memory.keywords],
    files: [...memory.files],
  }
}

async function toFilter(input: FilterInput, ports: MemoryPorts): Promise<MemoryFilter> {
  const { scope, kind, tag, source, pinned, key, asOf, includeSuperseded } = input
  const addresses = await addressesToRead(input, ports)
  const cleanedKey = key === undefined ? undefined : cleanKey(key, ports.redactor)
  return { addresses, scope, kind, tag, source, pinned, key: cleanedKey, asOf, includeSuperseded }
}

async function withRelations({ store }: MemoryPorts, memory: Memory) {
  const [sources, links] = [await store.sources(memory.id), await store.links(memory.id)]
  return { ...toOutput(memory), sources, links }
}

async function findAsOf({ store }: MemoryPorts, { id }: Memory, asOf: string): Promise<Memory> {
  const memory = await store.findAsOf(id, asOf)
  if (memory) return memory
  throw new ThroughlineError('not-found', `memory "${id}" was not valid at ${asOf}`, {
    hint: `throughline show ${id} --history`,
  })
}

/** Its former versions and the present one, which for a superseded memory ends as it begins. */
function versionsOf(
  memory: Memory,
  former: readonly MemoryRevision[],
): MemoryOutput<'memoryHistory'>['versions'] {
  const validFrom = former.at(-1)?.validTo ?? memory.validFrom
  const versions = former.map((revision) => ({ ...revision, memory: toOutput(revision.memory) }))
  return [...versions, { validFrom, validTo: memory.validTo, memory: toOutput(memory) }]
}

function refuseUnbounded({ folder: _, all, ...filter }: MemoryInput<'countMemories'>): void {
  if (all || Object.values(filter).some((value) => value !== undefined)) return
  throw new ThroughlineError('invalid-input', 'say what to clear: a scope, a kind, a tag, a source')
}

async function countAll({ store }: MemoryPorts, filter: MemoryFilter): Promise<number> {
  const everyOne = { ...filter, includeSuperseded: true }
  return (await store.list(everyOne, { limit: 1, offset: 0 })).total
}

function unconfirmed(count: number): ThroughlineError {
  return new ThroughlineError('invalid-input', `this would forget ${count} memories`, {
    hint: 'say so with confirm',
  })
}

/** The memory operations of the contract. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import type { MemoryHandlers } from '../../contract/operations/memories.ts'
import { projectPath } from '../model/folder-path.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { MemoryFilter, MemoryRevision } from '../ports/memory-store.ts'
import type { Store } from '../ports/store.ts'
import type { TeamClientReader } from '../ports/team/team-client-store.ts'

import { type AgentWordsPorts, trustOfWords } from './agent-words.ts'

import { correctMemory, linkMemories, moveMemory } from './change-memory.ts'
import { clearMemories } from './clear-memories.ts'
import {
  findById,
  findMemory,
  followSuccessors,
  type MemoryReference,
  refuseTwoNames,
} from './find-memory.ts'
import { archiveEnd, forgetMemory, restoreMemory } from './forget-memory.ts'
import { type BesidePorts, holdsBeside } from './holds-beside.ts'
import { cleanKey } from './new-memory.ts'
import { addressesToRead, addressToWrite, type ScopePorts } from './scope.ts'
import { type WritePorts, writeMemory } from './write-memory.ts'

export interface MemoryPorts extends WritePorts, ScopePorts, AgentWordsPorts {
  readonly reviews: BesidePorts['reviews']
  readonly eraseDeleted: Store['eraseDeleted']
  /** What is known about a team server; a store on one has none. */
  readonly team?: Pick<TeamClientReader, 'connection' | 'counts'> | undefined
  /** The commit checked out in a project's folder, if it is on this machine. */
  readonly headOf: (projectId: string) => Promise<string | undefined>
}

export function createMemoryOperations(ports: MemoryPorts): MemoryHandlers {
  const { memories: store, transaction, eraseDeleted, clock } = ports
  const now = () => clock.now().toISOString()
  return {
    async storeMemory(input) {
      const address = await addressToWrite(input, ports)
      const placed = await withProjectFiles(input, input.folder, ports)
      const anchored = await anchorFiles(placed, address, ports)
      const trust = await trustOfWords(input.content, input.trust, ports)
      const result = await writeMemory({ ...anchored, ...address, trust }, ports)
      return {
        ...result,
        memory: toOutput(result.memory),
        superseded: [...result.superseded],
        contradicts: [...result.contradicts],
        near: [...result.near],
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
    async listMemories({ limit, offset, order, ...input }) {
      const filter = await toFilter(input, ports)
      const { memories, total } = await store.list(filter, { limit, offset, order })
      return { memories: memories.map(toOutput), total }
    },
    async countMemories(input) {
      const counts = await store.count(await toFilter(input, ports))
      const total = counts.reduce((sum, { count }) => sum + count, 0)
      return { total, counts, sync: await syncState(ports) }
    },
    async updateMemory({ id, key, scope, project, session, agent, folder, ...correction }) {
      const reference = { id, key, scope, project, session, agent, folder }
      refuseTwoNames(reference, 'newKey gives it another key')
      const found = await findMemory(store, reference, ports)
      const placed = await withProjectFiles(correction, folder, ports)
      const anchored = await anchorFiles(placed, found, ports)
      const trust = await trustOfWords(correction.content, correction.trust, ports)
      return transaction(async ({ memories: tx }) => {
        const memory = await findById(tx, found.id)
        const changed = await correctMemory(tx, memory, { ...anchored, trust }, ports, now())
        const outcome = changed.version === memory.version ? 'unchanged' : 'updated'
        return { ...toOutput(changed), outcome }
      })
    },
    async pinMemory({ pinned, ...reference }) {
      const { id } = await findMemory(store, reference, ports)
      const changed = await transaction(async ({ memories: tx }) =>
        correctMemory(tx, await findById(tx, id), { pinned }, ports, now()),
      )
      return toOutput(changed)
    },
    async moveMemory({ id, ...place }) {
      const address = await addressToWrite(place, ports)
      const moved = await transaction(async ({ memories: tx }) =>
        moveMemory(tx, await findById(tx, id), address, now()),
      )
      return toOutput(moved)
    },
    async forgetMemory({ now: atOnce, ...reference }) {
      refuseTwoNames(reference)
      const gone = reference.id && (await store.findForgotten(reference.id))
      const { id } = gone || (await findToForget(reference, ports))
      const forgotten = await transaction(({ memories: tx }) =>
        forgetMemory(tx, id, now(), { now: atOnce }),
      )
      if (atOnce) await eraseDeleted()
      return forgotten
    },
    async restoreMemory({ id }) {
      return toOutput(await transaction(({ memories: tx }) => restoreMemory(tx, id)))
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
    async clearMemories({ now: atOnce, confirm, ...input }) {
      refuseUnbounded(input)
      const filter = await toFilter(input, ports)
      if (!confirm) throw await unconfirmed(ports, filter)
      const at = now()
      const { ids, dropped } = await transaction(({ memories: tx }) =>
        clearMemories(tx, filter, at, { now: atOnce }),
      )
      if (atOnce) await eraseDeleted()
      const canUndo = ids.length > 0 && !atOnce
      return {
        cleared: ids.length,
        ids: [...ids],
        dropped,
        ...(canUndo && { restorableUntil: archiveEnd(at) }),
      }
    },
    async memoryHistory(reference) {
      const memory = await findMemory(store, reference, ports)
      const former = await store.revisions(memory.id)
      return { id: memory.id, versions: versionsOf(memory, former) }
    },
    async linkMemories(link) {
      return transaction(({ memories: tx }) => linkMemories(tx, link, now()))
    },
  }
}

async function syncState({ team }: MemoryPorts): Promise<OutputOf<'countMemories'>['sync']> {
  const connection = await team?.connection()
  if (!team || !connection) return undefined
  const { waiting, parked } = await team.counts()
  const { state, lastContactAt } = connection
  return { state, waiting, parked, lastContactAt }
}

async function findToForget(reference: MemoryReference, ports: MemoryPorts): Promise<Memory> {
  const memory = await findMemory(ports.memories, reference, ports)
  ports.guard?.beforeForget(memory)
  return memory
}

type MemoryView = OutputOf<'pinMemory'>
type FilterFields = Omit<InputOf<'countMemories'>, 'includeSuperseded'>
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

async function withProjectFiles<T extends Pick<InputOf<'storeMemory'>, 'files'>>(
  given: T,
  folder: string | undefined,
  ports: MemoryPorts,
): Promise<T> {
  if (!given.files?.length) return given
  const here = await ports.projectOf(folder, { register: false })
  const root = here.kind === 'project' ? here.root : undefined
  return { ...given, files: given.files.map((file) => projectPath(file, root)) }
}

/** With the commit, a later check can tell how the files changed. */
async function anchorFiles<T extends Pick<InputOf<'storeMemory'>, 'files' | 'commit'>>(
  given: T,
  { scope, scopeId }: ScopeAddress,
  { headOf }: MemoryPorts,
): Promise<T> {
  if (!given.files?.length || given.commit !== undefined || scope !== 'project') return given
  return { ...given, commit: await headOf(scopeId) }
}

async function toFilter(input: FilterInput, ports: MemoryPorts): Promise<MemoryFilter> {
  const { scope, kind, tag, source, standing, pinned, key, text, asOf, includeSuperseded } = input
  const addresses = await addressesToRead(input, ports)
  const cleanedKey = key === undefined ? undefined : cleanKey(key, ports.redactor)
  const shown = { key: cleanedKey, text, asOf, includeSuperseded }
  return { addresses, scope, kind, tag, source, standing, pinned, ...shown }
}

async function withRelations(ports: MemoryPorts, memory: Memory) {
  const { memories: store } = ports
  const [sources, links] = [await store.sources(memory.id), await store.links(memory.id)]
  const beside = await holdsBeside(memory, ports)
  return { ...toOutput(memory), sources, links, ...(beside.length > 0 && { holdsBeside: beside }) }
}

async function findAsOf(
  { memories: store }: MemoryPorts,
  { id }: Memory,
  asOf: string,
): Promise<Memory> {
  const memory = await store.findAsOf(id, asOf)
  if (memory) return memory
  throw new ThroughlineError('not-found', `memory "${id}" was not valid at ${asOf}`, {
    hint: `throughline show ${id} --history`,
  })
}

/** Its former versions and the current one, which for a superseded memory ends when it begins. */
function versionsOf(
  memory: Memory,
  former: readonly MemoryRevision[],
): OutputOf<'memoryHistory'>['versions'] {
  const validFrom = former.at(-1)?.validTo ?? memory.validFrom
  const versions = former.map((revision) => ({ ...revision, memory: toOutput(revision.memory) }))
  return [...versions, { validFrom, validTo: memory.validTo, memory: toOutput(memory) }]
}

function refuseUnbounded({ folder: _, all, ...filter }: FilterFields): void {
  if (all || Object.values(filter).some((value) => value !== undefined)) return
  throw new ThroughlineError('invalid-input', 'say what to clear: a scope, a kind, a tag, a source')
}

async function unconfirmed({ memories }: MemoryPorts, filter: MemoryFilter) {
  const everyOne = { ...filter, includeSuperseded: true }
  const { total } = await memories.list(everyOne, { limit: 1, offset: 0 })
  const message = `this would forget ${total} memories`
  return new ThroughlineError('invalid-input', message, { hint: 'confirm it with confirm: true' })
}

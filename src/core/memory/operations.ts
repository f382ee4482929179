/** Implements the contract's memory operations. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations/index.ts'
import type { MemoryHandlers } from '../../contract/operations/memories.ts'
import type { TrustLevel } from '../../contract/vocabulary.ts'
import { projectPath } from '../model/folder-path.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { MemoryFilter, MemoryStore } from '../ports/memory-store.ts'
import type { Store } from '../ports/store.ts'
import { asksForForeign, followOrigins, type OriginPorts } from '../provenance/origins.ts'
import { correctMemory, linkMemories, moveMemory } from './change-memory.ts'
import { findById, findMemory, type MemoryReference, refuseTwoNames } from './find-memory.ts'
import { archiveEnd, forgetMemory, restoreMemory } from './forget-memory.ts'
import { addNearInMeaning, type NearInMeaningPorts } from './near-in-meaning.ts'
import {
  createMemoryReadOperations,
  type FilterFields,
  type MemoryReadPorts,
  toFilter,
  toOutput,
} from './read-operations.ts'
import { addressToWrite } from './scope.ts'
import { type WritePorts, writeMemory } from './write-memory.ts'

export interface MemoryPorts
  extends WritePorts,
    MemoryReadPorts,
    OriginPorts,
    Pick<NearInMeaningPorts, 'findNear'>,
    Pick<Store, 'eraseDeleted' | 'history'> {
  readonly memories: WritePorts['memories']
  /** The commit checked out in a project's folder, if the folder is on this machine. */
  readonly headOf: (projectId: string) => Promise<string | undefined>
  /** For agents: only the user can remove a guard with its memory. */
  readonly keepsGuards?: boolean
}

export function createMemoryOperations(ports: MemoryPorts): MemoryHandlers {
  const { memories: store, transaction, eraseDeleted, clock } = ports
  const now = () => clock.now().toISOString()
  return {
    ...createMemoryReadOperations(ports),
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
        near: [...(await addNearInMeaning(result, ports))],
      }
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
        forgetMemory(tx, id, now(), { now: atOnce, dropsGuard: !ports.keepsGuards }),
      )
      if (atOnce) await eraseDeleted()
      return forgotten
    },
    async restoreMemory({ id }) {
      return toOutput(await transaction(({ memories: tx }) => restoreMemory(tx, id)))
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
        ids,
        dropped,
        ...(canUndo && { restorableUntil: archiveEnd(at) }),
      }
    },
    async linkMemories(link) {
      return transaction(({ memories: tx }) => linkMemories(tx, link, now()))
    },
  }
}

async function findToForget(reference: MemoryReference, ports: MemoryPorts): Promise<Memory> {
  const memory = await findMemory(ports.memories, reference, ports)
  ports.guard?.beforeForget(memory)
  return memory
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

/** With the commit, a later check can compare the files. */
async function anchorFiles<T extends Pick<InputOf<'storeMemory'>, 'files' | 'commit'>>(
  given: T,
  { scope, scopeId }: ScopeAddress,
  { headOf }: MemoryPorts,
): Promise<T> {
  if (!given.files?.length || given.commit !== undefined || scope !== 'project') return given
  return { ...given, commit: await headOf(scopeId) }
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

/** The agent that stores the memory is in one of the most recently active sessions. */
const sessionsChecked = 3

/** What an agent stores has its trust, unless it asks for something that foreign text named. */
async function trustOfWords(
  content: string | undefined,
  trust: TrustLevel,
  ports: MemoryPorts,
): Promise<TrustLevel> {
  if (trust !== 'agent' || content === undefined) return trust
  await followOrigins(ports)
  const { history } = ports
  const sessions = await history.sessions({ limit: sessionsChecked, offset: 0 })
  const reading = await Promise.all(sessions.map(({ id }) => history.hasReadForeign(id)))
  return (await asksForForeign(content, reading.includes(true), ports)) ? 'tool' : trust
}

const batchSize = 500

/**
 * Includes superseded memories; with `now`, also archived ones.
 * @returns with `dropped`, the number of archived memories that can no longer be restored
 */
async function clearMemories(
  tx: MemoryStore,
  filter: MemoryFilter,
  at: string,
  options: { now: boolean },
) {
  const everyOne = { ...filter, includeSuperseded: true }
  const ids: string[] = []
  for (;;) {
    const { memories } = await tx.list(everyOne, { limit: batchSize, offset: 0 })
    for (const { id } of memories) {
      await tx.forget(id, at, { archive: !options.now, dropsGuard: true })
      ids.push(id)
    }
    if (memories.length < batchSize) break
  }
  return { ids, dropped: options.now ? await dropArchived(tx, filter) : 0 }
}

async function dropArchived(tx: MemoryStore, filter: MemoryFilter): Promise<number> {
  const { addresses } = filter
  const { total } = await tx.listArchived({ addresses }, { limit: 1, offset: 0 })
  const { archived } = await tx.listArchived({ addresses }, { limit: total, offset: 0 })
  const matching = archived.filter(({ memory }) => matches(memory, filter))
  for (const { memory } of matching) await tx.dropArchived(memory.id)
  return matching.length
}

function matches(memory: Memory, { tag, ...filter }: MemoryFilter): boolean {
  if (tag !== undefined && !memory.tags.includes(tag)) return false
  const names = ['scope', 'kind', 'source', 'pinned', 'key'] as const
  return names.every((name) => filter[name] === undefined || filter[name] === memory[name])
}

/**
 * What agents without a machine share. It takes the path of every push, so it is redacted, numbered,
 * counted and distributed like any other change by the key's person.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SharedInputOf, SharedOutputOf } from '../../../contract/team/shared-recall.ts'
import type { OperationAnswer, SyncOperation } from '../../../contract/team/sync.ts'
import { cleanKey } from '../../memory/new-memory.ts'
import { defaultImportance, fallbackKind, type Memory } from '../../model/memory.ts'
import type { Runtime } from '../../ports/runtime.ts'
import type { SharedMemoryReader, SharedMemoryStore } from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'
import { notAllowed, requireScope } from '../people/actor.ts'
import type { SyncServer } from '../server/create-sync-server.ts'
import { pushOne } from '../server/push.ts'
import { asSeenBy, isOwn, pickShared } from './create-shared-recall.ts'

/** Every method throws `not-allowed` without the scope `store`, and for readers. */
export interface SharedWriting {
  storeMemory(
    caller: Caller,
    input: SharedInputOf<'storeMemory'>,
  ): Promise<SharedOutputOf<'storeMemory'>>
  forgetMemory(
    caller: Caller,
    input: SharedInputOf<'forgetMemory'>,
  ): Promise<SharedOutputOf<'forgetMemory'>>
}

export interface SharedWritingPorts extends Pick<Runtime, 'clock' | 'ids' | 'redactor'> {
  readonly store: SharedMemoryStore
  readonly sync: Pick<SyncServer, 'push'>
}

export function createSharedWriting(ports: SharedWritingPorts): SharedWriting {
  const { store, clock, ids } = ports
  /** @throws `not-allowed` */
  const read = async <T>(
    caller: Caller,
    work: (reader: SharedMemoryReader) => Promise<T>,
  ): Promise<T> => {
    requireScope(caller, 'store')
    return store.read(caller.organisation, caller.person.id, work)
  }
  return {
    async storeMemory(caller, { project: reference, key: given, ...input }) {
      const key = given === undefined ? undefined : cleanKey(given, ports.redactor)
      const { project, known } = await read(caller, async (reader) => {
        const ofTeam = (await reader.projects()).filter(({ type }) => type === 'team')
        const { id } = pickShared(ofTeam, reference)
        return {
          project: id,
          known: key === undefined ? undefined : await reader.findByKey(id, key),
        }
      })
      if (known) requireAgentsOwn(caller, known)
      const at = clock.now().toISOString()
      const { kind = fallbackKind, importance = defaultImportance } = input
      const { tags = [], keywords = [], files = [], commit, content } = input
      const answer = await send(ports, caller, {
        ...{ type: 'put', key: ids.next(), id: known?.id ?? ids.next(), project },
        base: known?.version ?? 0,
        text: {
          ...{ kind, content, tags, keywords, files, importance, trust: 'agent' },
          ...(key !== undefined && { key }),
          ...(commit !== undefined && { commit }),
          ...{
            validFrom: known?.validFrom ?? at,
            createdAt: known?.createdAt ?? at,
            updatedAt: at,
          },
        },
      })
      const [memory] = await read(caller, (reader) => reader.findMany([answer.id ?? '']))
      if (!memory) throw new ThroughlineError('internal', 'the memory was not stored')
      return { outcome: outcomeOf(answer, known), memory: asSeenBy(caller, memory) }
    },
    async forgetMemory(caller, { id }) {
      const [memory] = await read(caller, (reader) => reader.findMany([id]))
      if (!memory) throw new ThroughlineError('not-found', `the team shares no memory "${id}"`)
      requireAgentsOwn(caller, memory)
      await send(ports, caller, { type: 'forget', key: ids.next(), id, project: memory.scopeId })
      return { id, outcome: 'forgotten' }
    },
  }
}

/** As on a machine, an agent may not change the user's own words or a teammate's. */
function requireAgentsOwn(caller: Caller, memory: Memory): void {
  const { id, author, key } = memory
  const name = key === undefined ? `memory ${id}` : `memory ${id}, "${key}",`
  if (!isOwn(caller, memory)) {
    throw notAllowed(`${name} is ${author?.name}'s`, 'store what differs as a memory of its own')
  }
  if (memory.trust === 'agent') return
  throw notAllowed(`${name} is in the user's own words`, 'ask the user: throughline forget, update')
}

/** The scope `store` allows what `sync` does, for single memories. */
function send(
  { sync }: SharedWritingPorts,
  caller: Caller,
  operation: SyncOperation,
): Promise<OperationAnswer> {
  return pushOne(sync, { ...caller, scopes: [...caller.scopes, 'sync'] }, operation)
}

function outcomeOf(
  { outcome }: OperationAnswer,
  known: Memory | undefined,
): SharedOutputOf<'storeMemory'>['outcome'] {
  if (outcome === 'same') return 'duplicate'
  return known ? 'updated' : 'created'
}

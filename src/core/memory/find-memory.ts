/** Finds a memory by id, short id or key, and its successors. */
import { ThroughlineError } from '../../contract/errors.ts'
import { looksLikeShortId, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { cleanKey } from './new-memory.ts'
import { addressesInReach, type ScopedInput, type ScopePorts, switchedOffHere } from './scope.ts'

export interface MemoryReference extends ScopedInput {
  readonly id?: string | undefined
  readonly key?: string | undefined
}

/** @throws ThroughlineError `not-found`; the message says if it was forgotten */
export async function findMemory(
  reader: MemoryStore,
  reference: MemoryReference,
  ports: ScopePorts,
): Promise<Memory> {
  refuseTwoNames(reference)
  const { id } = reference
  const known = id === undefined ? undefined : await findByAnyId(reader, id)
  if (known) return known
  if (reference.key === undefined) throw await missing(reader, id)
  const key = cleanKey(reference.key, ports.redactor)
  const addresses = await addressesInReach(reference, ports)
  for (const address of addresses) {
    const memory = await reader.findByKey(address, key)
    if (memory) return memory
  }
  if (id !== undefined) throw await missing(reader, id)
  const scopes = addresses.map(({ scope }) => scope).join(' or ')
  const message = `no ${scopes} memory has the id or key "${key}"`
  const here = await ports.projectOf(reference.folder, { register: false })
  if (here.kind === 'disabled') throw switchedOffHere(message)
  throw new ThroughlineError('not-found', message, {
    hint: 'throughline list shows ids and keys; each scope has its own keys',
  })
}

/** Callers that cannot tell ids from keys may pass one name as both. @throws `invalid-input` */
export function refuseTwoNames({ id, key }: MemoryReference, hint?: string): void {
  if (id === undefined || key === undefined || id === key) return
  const message = 'name the memory by its id or its key, not both'
  throw new ThroughlineError('invalid-input', message, { hint })
}

/** @param id complete or short, as in contexts. @throws `conflict` if a short id is ambiguous */
export async function findByAnyId(
  reader: Pick<MemoryStore, 'find' | 'findByEnding'>,
  id: string,
): Promise<Memory | undefined> {
  if (!looksLikeShortId(id)) return reader.find(id)
  const [memory, other] = await reader.findByEnding(id.toLowerCase())
  if (!other) return memory
  throw new ThroughlineError('conflict', `the ids of several memories end in "${id}"`, {
    hint: 'give the whole id; throughline list shows them',
  })
}

export async function findById(reader: MemoryStore, id: string): Promise<Memory> {
  const memory = await findByAnyId(reader, id)
  if (memory) return memory
  throw await missing(reader, id)
}

async function missing(reader: MemoryStore, id: string | undefined): Promise<ThroughlineError> {
  if (id === undefined) {
    return new ThroughlineError('invalid-input', 'name the memory by its id or its key')
  }
  const forgotten = await reader.findForgotten(id)
  if (!forgotten) {
    return new ThroughlineError('not-found', `there is no memory "${id}"`, {
      hint: 'throughline list shows them',
    })
  }
  const message = `memory "${id}" was forgotten ${forgotten.forgottenAt}`
  return new ThroughlineError('not-found', message, {
    ...(forgotten.isArchived && { hint: `throughline restore ${id}` }),
  })
}

/** The last memory in the chain of successors; the memory itself if it has none. */
export async function followSuccessors(reader: MemoryStore, memory: Memory): Promise<Memory> {
  const seen = new Set<string>()
  let current = memory
  while (current.supersededBy !== undefined && !seen.has(current.id)) {
    seen.add(current.id)
    const next = await reader.find(current.supersededBy)
    if (!next) break
    current = next
  }
  return current
}

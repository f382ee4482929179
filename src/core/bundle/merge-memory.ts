/** A memory of another store joins this one. Nothing that either said is lost. */
import type { BundleMemoryLine } from '../../contract/bundle.ts'
import { hashContent } from '../memory/new-memory.ts'
import type { Hash } from '../model/content-key.ts'
import { canonicalJson } from '../model/json.ts'
import type { Memory } from '../model/memory.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { laterTime, type MemoryState, mergeStates, nextVersion } from './merge-states.ts'

/**
 * `known`: the store had it. `forgotten`: it was forgotten here, and stays so. `misplaced`: its project
 * is not in the bundle.
 */
export type LineOutcome = 'added' | 'updated' | 'known' | 'forgotten' | 'misplaced'

export async function mergeMemory(
  line: BundleMemoryLine,
  tx: StoreTransaction,
  hash: Hash,
): Promise<LineOutcome> {
  const { id, scope, scopeId } = line.memory
  if (await tx.memories.findForgotten(id)) return 'forgotten'
  if (scope === 'project' && !(await tx.projects.find(scopeId))) return 'misplaced'
  const here = await tx.bundles.memory(id)
  const merged = here ? mergeStates(here, line) : line
  if (here && isSame(here, merged)) return 'known'
  await putState(merged, tx, hash)
  return here ? 'updated' : 'added'
}

/**
 * A key, and a statement without one, is valid once at an address. Where two stores have it under
 * different ids, the older memory keeps it; the other loses its key, or is superseded if it says the
 * same. Times follow from the two, so that both stores arrive at the same versions.
 */
export async function putState(
  state: MemoryState,
  tx: StoreTransaction,
  hash: Hash,
): Promise<void> {
  const rival = await findRival(state.memory, tx, hash)
  if (!rival) return write(state, tx)
  const at = laterTime(state.memory.updatedAt, rival.memory.updatedAt)
  const [older, younger] = rival.memory.id < state.memory.id ? [rival, state] : [state, rival]
  const isSaidTwice = hashOf(rival, hash) === hashOf(state, hash)
  if (!isSaidTwice) {
    const withoutKey = nextVersion(younger, { key: undefined }, at)
    await putState(withoutKey, tx, hash)
    if (older === state) await putState(state, tx, hash)
    return
  }
  const closed = { validTo: at, supersededBy: older.memory.id }
  await write(nextVersion(younger, closed, at), tx)
  if (older === state) await write(state, tx)
  await tx.bundles.setSuccessor(younger.memory.id, older.memory.id)
}

async function write(state: MemoryState, tx: StoreTransaction): Promise<void> {
  await tx.bundles.putMemory({ type: 'memory', ...state })
  const { id, supersededBy } = state.memory
  if (supersededBy !== undefined) await tx.bundles.setSuccessor(id, supersededBy)
}

async function findRival(
  { id, scope, scopeId, key, content, validTo }: MemoryState['memory'],
  tx: StoreTransaction,
  hash: Hash,
): Promise<MemoryState | undefined> {
  if (validTo !== undefined) return undefined
  const address = { scope, scopeId }
  const found =
    key === undefined
      ? await tx.memories.findByHash(address, hashContent(content, hash))
      : await tx.memories.findByKey(address, key)
  return found && found.id !== id && isRival(found, key) ? tx.bundles.memory(found.id) : undefined
}

/** The same words with a key and without are two memories. */
const isRival = (found: Memory, key: string | undefined) =>
  key !== undefined || found.key === undefined

const hashOf = ({ memory }: MemoryState, hash: Hash) => hashContent(memory.content, hash)

/** The lines are data of JSON, so undefined members do not count. */
function isSame(one: MemoryState, other: MemoryState): boolean {
  const plain = ({ memory, versionFrom, sources, revisions }: MemoryState) =>
    canonicalJson(JSON.parse(JSON.stringify({ memory, versionFrom, sources, revisions })))
  return plain(one) === plain(other)
}

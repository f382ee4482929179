/** Merges a memory of another store into this one. No text of either is lost. */
import type { BundleMemoryLine } from '../../contract/bundle.ts'
import { hashContent } from '../memory/new-memory.ts'
import { compareStates, compareTexts, rivalOutcome } from '../memory/who-wins.ts'
import type { Hash } from '../model/content-key.ts'
import { canonicalJson } from '../model/json.ts'
import type { Memory } from '../model/memory.ts'
import type { StoreTransaction } from '../ports/store.ts'

/**
 * `known`: the store had it. `forgotten`: it was forgotten here, and stays so. `misplaced`: its
 * project is not in the bundle.
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
 * At an address each key is unique, and so is each statement without a key. If two stores have one
 * under different ids, the older memory keeps it; the other loses its key, or is superseded if it
 * says the same. Times are derived from the two, so that both stores arrive at the same versions.
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
  if (rivalOutcome(hashOf(rival, hash) === hashOf(state, hash)) === 'without-key') {
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

/** The same text with a key and without one are two memories. */
const isRival = (found: Memory, key: string | undefined) =>
  key !== undefined || found.key === undefined

const hashOf = ({ memory }: MemoryState, hash: Hash) => hashContent(memory.content, hash)

/** As JSON, where undefined members are absent. */
function isSame(one: MemoryState, other: MemoryState): boolean {
  const plain = ({ memory, versionFrom, sources, revisions }: MemoryState) =>
    canonicalJson(JSON.parse(JSON.stringify({ memory, versionFrom, sources, revisions })))
  return plain(one) === plain(other)
}

type MemoryState = Omit<BundleMemoryLine, 'type'>
type BundledMemory = MemoryState['memory']

/**
 * Merges two states of one memory so that both stores agree: the higher version is current, and all
 * other texts are former versions. The result does not depend on which is `one`, except for the
 * project's id, which is that of `one`.
 */
function mergeStates(one: MemoryState, other: MemoryState): MemoryState {
  const [winner, loser] = isLater(other.memory, one.memory) ? [other, one] : [one, other]
  const known = new Set(statesOf(winner).map(({ memory }) => stateKey(memory)))
  const lost = statesOf(loser)
    .filter(({ memory }) => !known.has(stateKey(memory)))
    .toSorted(
      (a, b) => compareTexts(a.validFrom, b.validFrom) || a.memory.version - b.memory.version,
    )
  const { version } = winner.memory
  return {
    memory: {
      ...winner.memory,
      ...placeOf(one.memory, winner.memory),
      version: version + lost.length,
      ...usesOf(one.memory, other.memory),
    },
    versionFrom: winner.versionFrom,
    sources: distinct([...winner.sources, ...loser.sources]),
    revisions: [
      ...winner.revisions,
      ...lost.map(({ validFrom, validTo, memory }, index) => ({
        validFrom,
        validTo: validTo ?? laterTime(validFrom, winner.versionFrom),
        memory: { ...memory, version: version + index },
      })),
    ],
  }
}

export function nextVersion(
  { memory, versionFrom, sources, revisions }: MemoryState,
  change: Partial<BundledMemory>,
  at: string,
): MemoryState {
  const since = laterTime(at, versionFrom)
  return {
    memory: { ...memory, ...change, version: memory.version + 1, updatedAt: since },
    versionFrom: since,
    sources,
    revisions: [...revisions, { validFrom: versionFrom, validTo: since, memory }],
  }
}

const laterTime = (one: string, other: string) => (one > other ? one : other)

interface FormerState {
  readonly validFrom: string
  readonly validTo?: string
  readonly memory: BundledMemory
}

const statesOf = ({ revisions, versionFrom, memory }: MemoryState): FormerState[] => [
  ...revisions,
  { validFrom: versionFrom, memory },
]

function isLater(one: BundledMemory, other: BundledMemory): boolean {
  const ordered = (memory: BundledMemory) => ({ ...memory, text: stateKey(memory) })
  return compareStates(ordered(one), ordered(other)) > 0
}

/** Its content and standing, without version number and trust. */
function stateKey(memory: BundledMemory): string {
  const { content, kind, key, tags, keywords, importance, standing, files } = memory
  const { validTo, updatedAt } = memory
  return JSON.stringify([
    ...[content, kind, key ?? '', tags, keywords, importance, standing, files],
    ...[validTo ?? '', updatedAt],
  ])
}

/** Each store may have merged its project into another. */
function placeOf(here: BundledMemory, winner: BundledMemory) {
  const { scope, scopeId } = here.scope === winner.scope ? here : winner
  return { scope, scopeId }
}

function usesOf(one: BundledMemory, other: BundledMemory) {
  const lastUsedAt = laterTime(one.lastUsedAt ?? '', other.lastUsedAt ?? '')
  return {
    useCount: Math.max(one.useCount, other.useCount),
    ...(lastUsedAt !== '' && { lastUsedAt }),
  }
}

function distinct(sources: MemoryState['sources']): MemoryState['sources'] {
  const byName = new Map(sources.map((source) => [`${source.type} ${source.ref}`, source]))
  return [...byName.keys()].toSorted().flatMap((name) => byName.get(name) ?? [])
}

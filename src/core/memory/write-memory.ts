/**
 * Writes a memory in one transaction: redacted and compared with known ones. Nothing is stored twice
 * or overwritten without a revision.
 */

import { ThroughlineError } from '../../contract/errors.ts'
import type { LinkRelation } from '../../contract/vocabulary.ts'
import { indexMemories } from '../indexing/index-changes.ts'
import { defaultImportance, fallbackKind, type Memory, type MemorySource } from '../model/memory.ts'
import type { MemoryChange, MemoryStore } from '../ports/memory-store.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { statedIn } from './conflict.ts'
import { type Judged, judgeSimilar } from './find-similar.ts'
import { isAutomatic, isForeign, labelTags, planMerge, planReplacement } from './merge.ts'
import { type DraftPorts, draftMemory, type MemoryDraft, type NewMemory } from './new-memory.ts'
import { confirmRepeated } from './recurrence.ts'
import { isPartOf } from './sameness.ts'
import { confirmationOf } from './standing.ts'
import { findReplaced, mayReplace } from './supersede.ts'

export interface WritePorts
  extends DraftPorts,
    Pick<Store, 'memories' | 'transaction'>,
    Pick<Runtime, 'clock' | 'ids'> {
  readonly guard?: WriteGuard | undefined
}

export interface WriteResult {
  readonly outcome: 'created' | 'updated' | 'merged' | 'duplicate' | 'superseded'
  readonly memory: Memory
  /** Ids of memories it replaced, and of memories (not candidates) that may contradict it. */
  readonly superseded: readonly string[]
  readonly contradicts: readonly string[]
  /** Memories that say almost the same; at most three, most likely first. */
  readonly near: readonly Pick<Memory, 'id' | 'content'>[]
  /** What it was to replace, if nothing matched. */
  readonly unmatched?: string
}

export async function writeMemory(given: NewMemory, ports: WritePorts): Promise<WriteResult> {
  const draft = draftMemory(given, ports)
  return ports.transaction((tx) => writeDraft(tx, draft, ports))
}

/** For a caller with more to write in the same transaction. */
export async function writeDraft(
  transaction: StoreTransaction,
  given: MemoryDraft,
  ports: Pick<WritePorts, 'clock' | 'ids' | 'guard'>,
): Promise<WriteResult> {
  // Finds memories written earlier in this transaction too.
  await indexMemories(transaction)
  const { memories: tx, search } = transaction
  const at = given.updatedAt ?? (await saidAt(given.sources, transaction.history, ports.clock))
  const draft = { ...given, ...(await tx.presentAddress(given)) }
  const { target, doubtful } = await findReplaced(tx, draft, search)
  const similar = await judgeSimilar(tx, draft, search)
  const known = await findKnown(tx, draft, target, similar)
  const id = known?.memory.id ?? ports.ids.next()
  const replaced = target?.id === id ? undefined : target
  ports.guard?.beforeStore({ draft, known, replaced })
  if (known) refuseForbidden(known)
  // Do this first, because the new one may take over its key.
  if (replaced) await tx.update(replaced.id, { supersededBy: id }, at)
  const written = known
    ? await change(tx, known.memory, known.change, at)
    : await insert(tx, replaced ? inheriting(draft, replaced) : draft, id, at)
  await tx.addSources(id, draft.sources)
  const memory =
    known && !isForeign(draft.trust) ? await confirmRepeated(transaction, written, at) : written
  const superseded = replaced ? [replaced.id] : []
  const opposites = similar.filter(({ verdict }) => verdict === 'opposite')
  const rivals = [...doubtful, ...opposites.map((other) => other.memory)]
  const contradicts = [...new Set(rivals.map((rival) => rival.id))].filter(
    (rival) => rival !== id && !superseded.includes(rival),
  )
  await link(tx, id, 'supersedes', superseded, at)
  await link(tx, id, 'contradicts', contradicts, at)
  const outcome = replaced ? 'superseded' : (known?.outcome ?? 'created')
  const { supersedes } = draft
  const isUnmatched = supersedes !== undefined && !target && doubtful.length === 0
  const near = nearestOf(similar, new Set([id, ...superseded, ...contradicts]))
  const valid = new Set(rivals.filter(({ standing }) => standing === 'memory').map(({ id }) => id))
  return {
    ...{ outcome, memory, superseded, near },
    contradicts: contradicts.filter((each) => valid.has(each)),
    ...(isUnmatched && { unmatched: supersedes }),
  }
}

/** The time of the newest source turn, so that imported memories are as old as what was said. */
export async function saidAt(
  sources: readonly MemorySource[],
  history: Pick<StoreTransaction['history'], 'turn'>,
  clock: Runtime['clock'],
): Promise<string> {
  const now = clock.now().toISOString()
  const turns = sources.filter(({ type }) => type === 'turn')
  const found = await Promise.all(turns.map(({ ref }) => history.turn(ref)))
  const times = found.flatMap((turn) => turn?.startedAt ?? []).sort()
  const latest = times.at(-1) ?? now
  return latest < now ? latest : now
}

export const mostNear = 3

/** The writer did not ask for matches, so candidates and foreign text are left out. */
export const mayBeNear = ({ standing, trust }: Memory) => standing === 'memory' && trust !== 'tool'

function nearestOf(similar: readonly Judged[], settled: ReadonlySet<string>): WriteResult['near'] {
  return similar
    .map(({ memory }) => memory)
    .filter((memory) => mayBeNear(memory) && !settled.has(memory.id))
    .slice(0, mostNear)
    .map(({ id, content }) => ({ id, content }))
}

async function link(
  tx: MemoryStore,
  from: string,
  relation: LinkRelation,
  ids: readonly string[],
  createdAt: string,
): Promise<void> {
  for (const to of ids) await tx.addLink({ from, relation, to, createdAt })
}

async function change(
  tx: MemoryStore,
  memory: Memory,
  changes: MemoryChange,
  at: string,
): Promise<Memory> {
  return Object.keys(changes).length > 0 ? tx.update(memory.id, changes, at) : memory
}

/** Missing members of the draft come from the memory it replaces. */
function inheriting(draft: MemoryDraft, target: Memory): MemoryDraft {
  return {
    ...draft,
    key: draft.key ?? target.key,
    kind: draft.kind ?? target.kind,
    tags: draft.tags ?? target.tags,
    importance: draft.importance ?? target.importance,
    pinned: draft.pinned ?? target.pinned,
  }
}

async function insert(
  tx: MemoryStore,
  draft: MemoryDraft,
  id: string,
  at: string,
): Promise<Memory> {
  // Copies listed members only: a draft may carry more, such as an operation's folder.
  const { scope, scopeId, key, content, contentHash, source, trust, standing, sources } = draft
  const isConfirmed = standing === 'memory'
  const memory: Memory = {
    id,
    ...{ scope, scopeId, key, content, contentHash, source, trust, standing },
    author: undefined,
    confirmation: isConfirmed ? confirmationOf(draft) : undefined,
    confirmedAt: isConfirmed ? at : undefined,
    kind: draft.kind ?? fallbackKind,
    tags: labelTags(draft.tags ?? [], draft.source),
    keywords: draft.keywords ?? [],
    importance: draft.importance ?? defaultImportance,
    host: await tx.hostOf(sources),
    pinned: draft.pinned ?? false,
    validFrom: draft.validFrom ?? at,
    validTo: undefined,
    supersededBy: undefined,
    useCount: 0,
    lastUsedAt: undefined,
    files: draft.files ?? [],
    commit: draft.commit,
    version: 1,
    createdAt: draft.createdAt ?? at,
    updatedAt: draft.updatedAt ?? at,
  }
  await tx.insert(memory)
  return memory
}

/** Limits who may write what: called before each write. If it throws, nothing is written. */
export interface WriteGuard {
  beforeStore(plan: StorePlan): void
  beforeUpdate(memory: Memory, change: MemoryChange): void
  beforeForget(memory: Memory): void
}

export interface StorePlan {
  readonly draft: MemoryDraft
  /** The memory that already says it, and how it would change. */
  readonly known: KnownMemory | undefined
  readonly replaced: Memory | undefined
}

interface KnownMemory {
  readonly memory: Memory
  readonly change: MemoryChange
  readonly outcome: 'updated' | 'merged' | 'duplicate'
  /** Foreign text would replace a user's or an agent's words. */
  readonly isForbidden?: boolean
}

/** By key, then by identical content; a draft without a key also by near-identical content. */
async function findKnown(
  tx: MemoryStore,
  draft: MemoryDraft,
  target: Memory | undefined,
  similar: readonly Judged[],
): Promise<KnownMemory | undefined> {
  const sameKey = draft.key === undefined ? undefined : await tx.findByKey(draft, draft.key)
  if (sameKey) {
    const change = planReplacement(sameKey, draft, await tx.hostOf(draft.sources))
    const isForbidden = !mayReplace(draft, sameKey) && Object.keys(change).length > 0
    return { memory: sameKey, change, outcome: 'updated', isForbidden }
  }
  const twin = await tx.findByHash(draft, draft.contentHash)
  if (twin && (draft.key === undefined || twin.key === undefined)) return merging(twin, draft)
  if (draft.key !== undefined) return undefined
  const same = similar.filter(
    ({ memory, verdict }) =>
      memory.id !== target?.id && (verdict === 'same' || repeatsPart(draft, memory)),
  )
  const near = same.find(({ memory }) => memory.standing === 'memory') ?? same[0]
  return near && merging(near.memory, draft)
}

/** Reading more of a session often finds part of an earlier statement, or slightly more. */
function repeatsPart(draft: MemoryDraft, memory: Memory): boolean {
  return isAutomatic(draft.source) && isPartOf(statedIn(draft), statedIn(memory))
}

function merging(memory: Memory, draft: MemoryDraft): KnownMemory {
  const change = planMerge(memory, draft)
  const isChanged = Object.keys(change).length > 0
  return { memory, change, outcome: isChanged ? 'merged' : 'duplicate' }
}

const writers = {
  user: 'the user',
  agent: 'an agent',
  teammate: 'a teammate',
  repository: 'a repository',
  tool: 'a tool',
}

function refuseForbidden({ memory: { key, trust }, isForbidden }: KnownMemory): void {
  if (!isForbidden) return
  const message = `foreign text cannot replace "${key}", which ${writers[trust]} stored`
  throw new ThroughlineError('conflict', message, { hint: 'store it under another key' })
}

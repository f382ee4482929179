/**
 * Writing a memory: redacted, then compared with what is known. Nothing is written twice, nothing
 * is overwritten without a revision, and it is known only once the whole of it is stored.
 */
import type { LinkRelation } from '../../contract/memory.ts'
import { indexMemories } from '../indexing/index-changes.ts'
import { defaultImportance, fallbackKind, type Memory } from '../model/memory.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { MemoryChange, MemoryReader, MemoryTransaction } from '../ports/memory-store.ts'
import type { StoreTransaction, Transact } from '../ports/store.ts'
import { findKnown, judgeSimilar } from './find-known.ts'
import { labelTags } from './merge.ts'
import { type DraftPorts, draftMemory, type MemoryDraft, type NewMemory } from './new-memory.ts'
import { findReplaced } from './supersede.ts'

export interface WritePorts extends DraftPorts {
  readonly memories: MemoryReader
  readonly transaction: Transact
  readonly clock: Clock
  readonly ids: IdSource
}

export interface WriteResult {
  readonly outcome: 'created' | 'updated' | 'merged' | 'duplicate' | 'superseded'
  readonly memory: Memory
  /** Ids of those it replaced, and of those to review beside it. */
  readonly superseded: readonly string[]
  readonly contradicts: readonly string[]
  /** What it was to replace, when nothing was found to be meant by it. */
  readonly unmatched?: string
}

export async function writeMemory(given: NewMemory, ports: WritePorts): Promise<WriteResult> {
  const draft = draftMemory(given, ports)
  return ports.transaction((tx) => writeDraft(tx, draft, ports))
}

/** All of them or none; for imports, where a transaction each would take too long. */
export async function writeMemories(
  given: readonly NewMemory[],
  ports: WritePorts,
): Promise<WriteResult[]> {
  const drafts = given.map((memory) => draftMemory(memory, ports))
  return ports.transaction(async (tx) => {
    const results: WriteResult[] = []
    for (const draft of drafts) results.push(await writeDraft(tx, draft, ports))
    return results
  })
}

/** Within the transaction of a caller that has more to write. */
export async function writeDraft(
  transaction: StoreTransaction,
  given: MemoryDraft,
  ports: Pick<WritePorts, 'clock' | 'ids'>,
): Promise<WriteResult> {
  // What was written just before, in this transaction, is looked for too.
  await indexMemories(transaction)
  const { memories: tx, search } = transaction
  const at = ports.clock.now().toISOString()
  const draft = { ...given, ...(await tx.presentAddress(given)) }
  const { target, doubtful } = await findReplaced(tx, draft, search)
  const similar = await judgeSimilar(tx, draft, search)
  const known = await findKnown(tx, draft, target, similar)
  const id = known?.memory.id ?? ports.ids.next()
  const replaced = target?.id === id ? undefined : target
  // First, because the new one may take over its key.
  if (replaced) await tx.update(replaced.id, { supersededBy: id }, at)
  const memory = known
    ? await change(tx, known.memory, known.change, at)
    : await insert(tx, replaced ? inheriting(draft, replaced) : draft, id, at)
  await tx.addSources(id, draft.sources)
  const superseded = replaced ? [replaced.id] : []
  const opposites = similar.filter(({ verdict }) => verdict === 'opposite')
  const contradicts = distinctIds([...doubtful, ...opposites.map((other) => other.memory)]).filter(
    (other) => other !== id && !superseded.includes(other),
  )
  await link(tx, id, 'supersedes', superseded, at)
  await link(tx, id, 'contradicts', contradicts, at)
  const outcome = replaced ? 'superseded' : (known?.outcome ?? 'created')
  const { supersedes } = draft
  const isUnmatched = supersedes !== undefined && !target && doubtful.length === 0
  return { outcome, memory, superseded, contradicts, ...(isUnmatched && { unmatched: supersedes }) }
}

async function link(
  tx: MemoryTransaction,
  from: string,
  relation: LinkRelation,
  ids: readonly string[],
  createdAt: string,
): Promise<void> {
  for (const to of ids) await tx.addLink({ from, relation, to, createdAt })
}

function distinctIds(memories: readonly Memory[]): string[] {
  return [...new Set(memories.map(({ id }) => id))]
}

async function change(
  tx: MemoryTransaction,
  memory: Memory,
  changes: MemoryChange,
  at: string,
): Promise<Memory> {
  return Object.keys(changes).length > 0 ? tx.update(memory.id, changes, at) : memory
}

/** What the caller leaves unsaid stays as it was with the memory that is replaced. */
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
  tx: MemoryTransaction,
  draft: MemoryDraft,
  id: string,
  at: string,
): Promise<Memory> {
  const memory: Memory = {
    id,
    scope: draft.scope,
    scopeId: draft.scopeId,
    key: draft.key,
    kind: draft.kind ?? fallbackKind,
    content: draft.content,
    contentHash: draft.contentHash,
    tags: labelTags(draft.tags ?? [], draft.source),
    keywords: draft.keywords ?? [],
    importance: draft.importance ?? defaultImportance,
    source: draft.source,
    trust: draft.trust,
    host: await tx.hostOf(draft.sources),
    pinned: draft.pinned ?? false,
    validFrom: draft.validFrom ?? at,
    validTo: undefined,
    supersededBy: undefined,
    useCount: 0,
    lastUsedAt: undefined,
    files: draft.files ?? [],
    commit: draft.commit,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
  await tx.insert(memory)
  return memory
}

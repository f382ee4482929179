/** Stores another tool's memory, or updates the memory from an earlier import of it. */
import { wasDropped } from '../../memory/dropped-candidates.ts'
import { forgetMemory } from '../../memory/forget-memory.ts'
import { differing } from '../../memory/merge.ts'
import type { MemoryDraft } from '../../memory/new-memory.ts'
import { writeDraft } from '../../memory/write-memory.ts'
import { isSameAddress, isValid, type Memory } from '../../model/memory.ts'
import type { StoreTransaction } from '../../ports/store.ts'
import type { MemoryImport } from '../../ports/transfer.ts'
import type { MemoryImportPorts } from './place-memory.ts'

export interface ImportedDraft {
  readonly source: string
  readonly foreign: string
  readonly item: string
  readonly fingerprint: string
  readonly draft: MemoryDraft
  /** It is no longer valid in its source. */
  readonly hasEnded: boolean
  /** Foreign ids of the memories it replaced. */
  readonly supersedes: readonly string[]
}

export type StoredImport =
  | 'memory'
  | 'candidate'
  | 'updated'
  | 'ended'
  | 'known'
  | 'unchanged'
  | 'settled-here'
  | 'was-over'
  | 'was-dropped'

export async function storeImported(
  tx: StoreTransaction,
  imported: ImportedDraft,
  ports: MemoryImportPorts,
): Promise<StoredImport> {
  const { source, foreign, fingerprint, hasEnded, draft } = imported
  const before = await tx.imports.findMemory(source, foreign)
  const known = before && (await tx.memories.find(before.memoryId))
  if (before && known && before.item !== imported.item) {
    const [was, is] = [known.trust, draft.trust].map((trust) => trust === 'repository')
    // A repository's file must not pass for a new version of a memory from elsewhere.
    if (is && !was) return 'settled-here'
    if (was && !is) return create(tx, imported, ports)
  }
  if (before?.fingerprint === fingerprint) {
    // It may have moved to another file.
    if (before.item !== imported.item)
      await tx.imports.putMemory({ ...before, item: imported.item })
    return 'unchanged'
  }
  if (!before) return hasEnded ? 'was-over' : create(tx, imported, ports)
  if (!known || !isValid(known)) return settle(tx, before, fingerprint)
  if (!before.isOwn) return hasEnded ? settle(tx, before, fingerprint) : create(tx, imported, ports)
  if (isChangedHere(known, before)) return settle(tx, before, fingerprint)
  return hasEnded ? end(tx, before, fingerprint, ports) : update(tx, known, imported, ports)
}

/** Forgets a memory that disappeared from a source that lists all of its memories. */
export async function endVanished(
  tx: StoreTransaction,
  before: MemoryImport,
  ports: MemoryImportPorts,
): Promise<boolean> {
  const memory = await tx.memories.find(before.memoryId)
  await tx.imports.dropMemory(before.source, before.foreign)
  if (!memory || !before.isOwn || !isValid(memory) || isChangedHere(memory, before)) return false
  await forgetMemory(tx.memories, memory.id, ports.clock.now().toISOString(), { now: false })
  return true
}

/** Reworded, pinned or confirmed by a person, and so theirs. */
function isChangedHere(memory: Memory, before: MemoryImport): boolean {
  return (
    memory.contentHash !== before.contentHash ||
    memory.source !== 'import' ||
    memory.pinned ||
    memory.confirmation === 'reviewed'
  )
}

async function settle(
  { imports }: StoreTransaction,
  before: MemoryImport,
  fingerprint: string,
): Promise<StoredImport> {
  await imports.putMemory({ ...before, fingerprint })
  return 'settled-here'
}

async function create(
  tx: StoreTransaction,
  { source, foreign, item, fingerprint, draft: given, supersedes }: ImportedDraft,
  ports: MemoryImportPorts,
): Promise<StoredImport> {
  if (given.standing === 'candidate' && (await wasDropped(tx.extractions, given, ports.hash))) {
    return 'was-dropped'
  }
  const draft = {
    ...(await withFreeKey(tx, given)),
    supersedes: await findReplaced(tx, source, supersedes, given),
  }
  const { outcome, memory } = await writeDraft(tx, draft, ports)
  const isOwn = outcome === 'created' || outcome === 'superseded'
  const at = ports.clock.now().toISOString()
  const { id: memoryId, contentHash } = memory
  const made = { source, foreign, item, fingerprint, memoryId, contentHash, isOwn, at }
  await tx.imports.putMemory(made)
  return isOwn ? memory.standing : 'known'
}

/** A key that another memory has becomes a keyword. */
async function withFreeKey(tx: StoreTransaction, draft: MemoryDraft): Promise<MemoryDraft> {
  const { key, keywords = [] } = draft
  if (key === undefined || !(await tx.memories.findByKey(draft, key))) return draft
  return { ...draft, key: undefined, keywords: [...keywords, key] }
}

async function findReplaced(
  tx: StoreTransaction,
  source: string,
  foreign: readonly string[],
  draft: MemoryDraft,
): Promise<string | undefined> {
  for (const id of foreign) {
    const before = await tx.imports.findMemory(source, id)
    const memory = before && (await tx.memories.find(before.memoryId))
    if (!memory || !isValid(memory) || !isSameAddress(memory, draft)) continue
    if (!isChangedHere(memory, before)) return memory.id
  }
  return undefined
}

async function update(
  tx: StoreTransaction,
  memory: Memory,
  { source, foreign, item, fingerprint, draft }: ImportedDraft,
  ports: MemoryImportPorts,
): Promise<StoredImport> {
  const { kind, tags, keywords, files, importance, content, contentHash } = draft
  const twin = await tx.memories.findByHash(memory, contentHash)
  const said = twin && twin.id !== memory.id ? {} : { content, contentHash }
  const change = differing(memory, {
    ...{ ...said, kind, tags, keywords, files, importance },
    ...(draft.trust === 'repository' && isRepositorys),
  })
  const now = ports.clock.now().toISOString()
  const isChanged = Object.keys(change).length > 0
  const changed = isChanged
    ? await tx.memories.update(memory.id, change, draft.updatedAt ?? now)
    : memory
  await tx.imports.putMemory({
    ...{ source, foreign, item, fingerprint },
    ...{ memoryId: memory.id, contentHash: changed.contentHash, isOwn: true, at: now },
  })
  return isChanged ? 'updated' : 'unchanged'
}

/** The file may be in a repository by now. */
const isRepositorys = { trust: 'repository', standing: 'candidate', confirmation: null } as const

async function end(
  tx: StoreTransaction,
  before: MemoryImport,
  fingerprint: string,
  { clock }: MemoryImportPorts,
): Promise<StoredImport> {
  await forgetMemory(tx.memories, before.memoryId, clock.now().toISOString(), { now: false })
  await tx.imports.putMemory({ ...before, fingerprint })
  return 'ended'
}

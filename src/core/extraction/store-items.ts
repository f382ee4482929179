/**
 * Stores what rules or a reader found in a session, together with their progress, in one
 * transaction: a crash neither loses an item nor stores one twice.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import { wasDropped } from '../memory/dropped-candidates.ts'
import { judgeSimilar } from '../memory/find-similar.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../memory/new-memory.ts'
import { looksLikeId } from '../memory/supersede.ts'
import { saidAt, type WritePorts, type WriteResult, writeDraft } from '../memory/write-memory.ts'
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { ExtractedItem } from '../model/window.ts'
import type { ExtractionStore } from '../ports/extraction-store.ts'
import type { History, SessionPlace } from '../ports/history.ts'
import type { StoreTransaction, Transact } from '../ports/store.ts'
import { propose, proposeRule, proposeWidening } from '../proposals/propose.ts'
import { namePickedFiles } from '../provenance/paste-signs.ts'
import type { ProvenancePorts } from '../provenance/session-provenance.ts'
import { closeConflicting } from './close-memories.ts'

export interface StorePorts extends WritePorts, ProvenancePorts {
  readonly history: History
  readonly transaction: Transact
  readonly extractions: ExtractionStore
}

export interface Finding {
  /** If the session is a repository's, so is every item. */
  readonly session: Pick<SessionPlace, 'sessionId' | 'projectId' | 'trust'>
  readonly source: 'heuristic' | 'model'
  readonly commit: string | undefined
  /** With the trust and standing to store. */
  readonly items: readonly ExtractedItem[]
  /** Writes the progress in the same transaction. Not called if the session was deleted meanwhile. */
  record(tx: StoreTransaction, stored: readonly StoredItem[], at: string): Promise<void>
}

export interface StoredItem {
  readonly item: ExtractedItem
  readonly result: WriteResult
}

export async function storeItems(finding: Finding, ports: StorePorts): Promise<StoredItem[]> {
  const { session, source } = finding
  const { sessionId } = session
  const drafts = finding.items
    .map((item) => ({ item, given: { ...item, ...(session.trust && ofRepository) } }))
    .flatMap(({ item, given }) =>
      draftItem(given, finding, ports).map((draft) => ({ item, draft })),
    )
  return ports.transaction(async (tx) => {
    const stored: StoredItem[] = []
    // A model may take a minute, during which the user may delete the session.
    if (!(await tx.deletion.isKept({ sessionId, turnId: undefined }))) return []
    for (const { draft, item } of drafts) {
      if (!(await restsOnKept(draft, sessionId, tx))) continue
      const isNew = await tx.extractions.addItem(sessionId, draft.contentHash)
      if (!isNew && !(source === 'model' && (await isOpen(draft, tx)))) continue
      if (await wasDropped(tx.extractions, draft, ports.hash)) continue
      if (item.scope === 'global' && (await isKnownEverywhere(tx, draft))) continue
      const written = await writeDraft(tx, await replacing(draft, tx), ports)
      const at = await saidAt(draft.sources, tx.history, ports.clock)
      const memory = await makeRule(tx, written.memory, item, at)
      const closed = await closeConflicting(tx, memory, at)
      const result = { ...written, memory, superseded: [...written.superseded, ...closed] }
      stored.push({ item, result })
      await proposeMore(tx, result.memory, item, ports)
    }
    await finding.record(tx, stored, ports.clock.now().toISOString())
    return stored
  })
}

/** Ignores invented ids and memories closed meanwhile. */
async function replacing(draft: MemoryDraft, { memories }: StoreTransaction): Promise<MemoryDraft> {
  const { supersedes } = draft
  if (supersedes === undefined || !looksLikeId(supersedes)) return draft
  const known = await memories.find(supersedes)
  const isMeant = known !== undefined && isValid(known) && isSameAddress(known, draft)
  return isMeant ? draft : { ...draft, supersedes: undefined }
}

/** The last pass over a session repeats what an earlier one found. */
async function isOpen(draft: MemoryDraft, { memories }: StoreTransaction): Promise<boolean> {
  return (await memories.findByHash(draft, draft.contentHash))?.standing === 'candidate'
}

/** Outside projects, memories belong to the session. */
export function sessionAddress({
  projectId,
  sessionId,
}: Pick<SessionPlace, 'projectId' | 'sessionId'>): ScopeAddress {
  return projectId === undefined
    ? { scope: 'session', scopeId: sessionId }
    : { scope: 'project', scopeId: projectId }
}

/** Neither the user nor an agent on this machine said it, so it replaces nothing. */
const ofRepository = { trust: 'repository', standing: 'candidate', supersedes: undefined } as const

async function restsOnKept(
  { sources }: MemoryDraft,
  sessionId: string,
  { deletion }: Pick<StoreTransaction, 'deletion'>,
): Promise<boolean> {
  for (const { type, ref } of sources) {
    if (type === 'turn' && !(await deletion.isKept({ sessionId, turnId: ref }))) return false
  }
  return true
}

/**
 * Drops an item with a redacted secret: we never learn a sentence about a secret. A program makes
 * nothing global by itself, and makes a rule only of what the user states as one.
 */
function draftItem(item: ExtractedItem, finding: Finding, ports: StorePorts): MemoryDraft[] {
  const { scope: _, ...rest } = item
  const isStated = item.standing === 'memory' && item.trust === 'user'
  const kind = item.kind === 'rule' && !isStated ? 'preference' : item.kind
  const { session, source } = finding
  const commit = item.files.length > 0 ? finding.commit : undefined
  try {
    const content = namePickedFiles(rest.content)
    const place = { ...sessionAddress(session), source, commit }
    const draft = draftMemory({ ...rest, ...place, kind, content }, ports)
    return holdsRedaction(draft.content) ? [] : [draft]
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return []
    throw error
  }
}

async function isKnownEverywhere(
  { memories, search }: StoreTransaction,
  draft: MemoryDraft,
): Promise<boolean> {
  const similar = await judgeSimilar(memories, { ...draft, scope: 'global', scopeId: '' }, search)
  return similar.some(({ verdict }) => verdict === 'same')
}

/** An instruction repeated in two sessions becomes a rule of its project. */
async function makeRule(
  { memories }: StoreTransaction,
  memory: Memory,
  { kind, trust }: ExtractedItem,
  at: string,
): Promise<Memory> {
  const isRule = kind === 'rule' && trust === 'user' && memory.trust === 'user'
  if (!isRule || memory.kind === 'rule' || memory.confirmation !== 'repeated') return memory
  return memories.update(memory.id, { kind }, at)
}

/**
 * Proposes to make a memory global if the user said it about every project, and to make it a rule
 * if the user stated it as one but it is stored as another kind.
 */
async function proposeMore(
  tx: StoreTransaction,
  memory: Memory,
  { scope, kind, trust, standing }: ExtractedItem,
  ports: StorePorts,
): Promise<void> {
  if (trust !== 'user' || standing === 'candidate') return
  const isRule = kind === 'rule' && memory.kind !== 'rule'
  if (scope === 'global') {
    const reason = 'you said it about yourself, not about one project'
    const rule = isRule ? ('rule' as const) : undefined
    await propose(tx, proposeWidening(memory, reason, ports.hash, { kind: rule }), ports)
  } else if (isRule) {
    await propose(tx, proposeRule(memory, 'you said it as a rule', ports.hash), ports)
  }
}

/**
 * Stores what a judge found and the record of having judged in one transaction, so a crash neither
 * loses an item nor stores one twice.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import { wasDropped } from '../memory/dropped-candidates.ts'
import { judgeSimilar } from '../memory/find-similar.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../memory/new-memory.ts'
import { looksLikeId } from '../memory/supersede.ts'
import { type WritePorts, type WriteResult, writeDraft } from '../memory/write-memory.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { ExtractedItem } from '../model/window.ts'
import type { ExtractionState, ExtractionStore, JudgedWindow } from '../ports/extraction-store.ts'
import type { History } from '../ports/history.ts'
import type { StoreTransaction, Transact } from '../ports/store.ts'
import { propose, proposeRule, proposeWidening } from '../proposals/propose.ts'
import { followOrigins } from '../provenance/origins.ts'
import {
  type AsidesByTurn,
  type ProvenancePorts,
  readProvenance,
  type SessionProvenance,
} from '../provenance/session-provenance.ts'
import { closeConflicting } from './close-memories.ts'

export interface StorePorts extends WritePorts, ProvenancePorts {
  readonly history: History
  readonly transaction: Transact
  readonly extractions: ExtractionStore
}

export interface ItemsToStore {
  readonly sessionId: string
  /** Of the session, if it is a repository's: then it is that of every item. */
  readonly trust?: 'repository' | undefined
  /** Where memories of this session belong. */
  readonly address: ScopeAddress
  readonly commit: string | undefined
  readonly items: readonly ExtractedItem[]
  /** The captured turns that were judged. */
  readonly turnIds: readonly string[]
  /** What the user said in them inside tool calls. */
  readonly asides?: AsidesByTurn
  /** The model that found them, if one did. */
  readonly model: string | undefined
  /** None leaves the window open for the next run. What was found counts for the first. */
  readonly judged: readonly Omit<JudgedWindow, 'sessionId' | 'items' | 'at'>[]
  readonly progress: Partial<ExtractionState>
}

export async function storeItems(finding: ItemsToStore, ports: StorePorts): Promise<WriteResult[]> {
  const { sessionId, judged, progress } = finding
  await followOrigins(ports)
  const provenance = await readProvenance(sessionId, ports, finding.asides)
  const items = await Promise.all(
    finding.items.map((item) => withProvenance(item, finding, provenance)),
  )
  const drafts = items
    .map((item) => ({ ...item, ...(finding.trust && ofRepository) }))
    .flatMap((item) => draftItem(item, finding, ports))
  return ports.transaction(async (tx) => {
    const at = ports.clock.now().toISOString()
    const results: WriteResult[] = []
    // A model may take a minute, and the user may delete what it thinks about.
    if (!(await tx.deletion.isKept({ sessionId, turnId: undefined }))) return []
    for (const { draft, item } of drafts) {
      if (!(await restsOnKept(draft, sessionId, tx))) continue
      if (!(await tx.extractions.addItem(sessionId, draft.contentHash))) continue
      if (await wasDropped(tx.extractions, draft, ports.hash)) continue
      if (item.scope === 'global' && (await isKnownEverywhere(tx, draft))) continue
      const written = await writeDraft(tx, draft, ports)
      const memory = await makeRule(tx, written.memory, item, at)
      const closed = await closeConflicting(tx, memory, at)
      const result = { ...written, memory, superseded: [...written.superseded, ...closed] }
      results.push(result)
      await proposeMore(tx, result.memory, item, ports)
    }
    for (const [index, window] of judged.entries()) {
      const items = index === 0 ? results.length : 0
      await tx.extractions.markJudged({ ...window, sessionId, items, at })
    }
    await tx.extractions.advance(sessionId, progress, at)
    return results
  })
}

/** Nobody here said it, neither as the user nor as an agent, and nothing follows from it. */
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

interface ItemDraft {
  readonly item: ExtractedItem
  readonly draft: MemoryDraft
}

/**
 * None if a secret was redacted in it: a sentence about a secret is never learned. A program makes
 * nothing global by itself, and only what the user states as a rule a rule.
 */
function draftItem(item: ExtractedItem, finding: ItemsToStore, ports: StorePorts): ItemDraft[] {
  const { scope: _, supersedes, ...rest } = item
  const isStated = item.standing === 'memory' && item.trust === 'user'
  const kind = item.kind === 'rule' && !isStated ? 'preference' : item.kind
  const source = finding.model === undefined ? ('heuristic' as const) : ('model' as const)
  try {
    const commit = item.files.length > 0 ? finding.commit : undefined
    const replaced = { supersedes: onlyWords(supersedes) }
    const given = { ...rest, ...finding.address, kind, source, commit, ...replaced }
    const draft = draftMemory(given, ports)
    return holdsRedaction(draft.content) ? [] : [{ item, draft }]
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return []
    throw error
  }
}

/** A judge cannot know ids: one it gives is made up and would be refused. */
function onlyWords(supersedes: string | undefined): string | undefined {
  return supersedes === undefined || looksLikeId(supersedes) ? undefined : supersedes
}

async function isKnownEverywhere(
  { memories, search }: StoreTransaction,
  draft: MemoryDraft,
): Promise<boolean> {
  const similar = await judgeSimilar(memories, { ...draft, scope: 'global', scopeId: '' }, search)
  return similar.some(({ verdict }) => verdict === 'same')
}

/** The same instruction in two sessions is a rule of its project. */
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
 * What the user said about every project is proposed as global; what they said as a rule and another
 * kind of memory already says, as a rule.
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

// Whose word an extracted item is, and whether it holds.

interface Judged {
  /** The turns that were judged, for an item that cites none. */
  readonly turnIds: readonly string[]
  readonly model: string | undefined
}

/**
 * Whose word it is follows from where its words stand, not from what a judge says. What an agent
 * adds to the user's words goes if it may be foreign.
 */
export async function withProvenance(
  item: ExtractedItem,
  { turnIds: judged, model }: Judged,
  provenance: SessionProvenance,
): Promise<ExtractedItem> {
  const cited = item.sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const turnIds = cited.length > 0 ? cited : judged
  const { content, said = content, account = '' } = item
  const trust = await provenance.trustOf(said, item.trust, turnIds)
  const isForeign =
    account !== '' && (await provenance.trustOf(account, 'agent', turnIds)) === 'tool'
  // What is not the word of whom the judge took it for, nobody has said outright.
  const holds = trust !== 'tool' && (model !== undefined || trust === item.trust)
  return {
    ...item,
    content: isForeign ? said : content,
    trust,
    standing: holds ? item.standing : 'candidate',
  }
}

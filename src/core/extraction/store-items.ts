/**
 * Stores what a judge found, and the fact that it judged, in one transaction: a crash neither loses
 * an item nor stores one twice.
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
  /** Set if the session is a repository's: then every item has this trust. */
  readonly trust?: 'repository' | undefined
  /** Where memories of this session belong. */
  readonly address: ScopeAddress
  readonly commit: string | undefined
  readonly items: readonly ExtractedItem[]
  /** The captured turns that were judged. */
  readonly turnIds: readonly string[]
  /** What the user said inside tool calls in these turns. */
  readonly asides?: AsidesByTurn
  /** The model that found them, if one did. */
  readonly model: string | undefined
  /** The windows that are done; the first gets the items. None leaves the window open. */
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
    // A model may take a minute, and the user may delete the session meanwhile.
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
 * None if a secret was redacted in it: a sentence about a secret is never learned. A program makes
 * nothing global by itself, and a rule only of what the user states as one.
 */
function draftItem(
  item: ExtractedItem,
  finding: ItemsToStore,
  ports: StorePorts,
): { readonly item: ExtractedItem; readonly draft: MemoryDraft }[] {
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

/** A judge cannot know ids: any id it gives is invented and would be refused. */
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

/** The same instruction in two sessions becomes a rule of its project. */
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
 * Proposes to make a memory global if the user said it about every project, and to make it a rule if
 * the user said it as a rule but it is stored as another kind.
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

/**
 * Whose word an item is depends on where its words came from, not on what a judge says. What an agent
 * added to the user's words is dropped if it may be foreign.
 * @param judged with the turns that were judged, for an item that cites none
 */
export async function withProvenance(
  item: ExtractedItem,
  { turnIds: judged, model }: Pick<ItemsToStore, 'turnIds' | 'model'>,
  provenance: SessionProvenance,
): Promise<ExtractedItem> {
  const cited = item.sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const turnIds = cited.length > 0 ? cited : judged
  const { content, said = content, account = '' } = item
  const trust = await provenance.trustOf(said, item.trust, turnIds)
  const isForeign =
    account !== '' && (await provenance.trustOf(account, 'agent', turnIds)) === 'tool'
  // If the judge was wrong about who said it, nobody said it outright.
  const isStated = trust !== 'tool' && (model !== undefined || trust === item.trust)
  return {
    ...item,
    content: isForeign ? said : content,
    trust,
    standing: isStated ? item.standing : 'candidate',
  }
}

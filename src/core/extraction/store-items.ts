/**
 * Stores what a judge found and the record of having judged in one transaction, so a crash neither
 * loses an item nor stores one twice.
 */
import { ThroughlineError } from '../../contract/errors.ts'
import { draftMemory, holdsRedaction, type MemoryDraft } from '../memory/new-memory.ts'
import { looksLikeId } from '../memory/supersede.ts'
import { type WritePorts, type WriteResult, writeDraft } from '../memory/write-memory.ts'
import type { ExtractedItem } from '../model/extracted-item.ts'
import type { ScopeAddress } from '../model/memory.ts'
import type { ExtractionReader, ExtractionState, JudgedWindow } from '../ports/extraction-store.ts'
import type { StoreTransaction } from '../ports/store.ts'
import {
  type ProvenancePorts,
  readProvenance,
  type SessionProvenance,
} from '../provenance/session-provenance.ts'

export interface StorePorts extends WritePorts {
  readonly history: ProvenancePorts
  readonly extractions: ExtractionReader
}

export interface ItemsToStore {
  readonly sessionId: string
  /** Where memories of this session belong, unless they are global. */
  readonly address: ScopeAddress
  readonly commit: string | undefined
  readonly items: readonly ExtractedItem[]
  /** The captured turns that were judged. */
  readonly turnIds: readonly string[]
  /** The model that found them, if one did. */
  readonly model: string | undefined
  /** Undefined leaves the window open for the next run. */
  readonly judged: Omit<JudgedWindow, 'sessionId' | 'items' | 'at'> | undefined
  readonly progress: Partial<ExtractionState>
}

export async function storeItems(finding: ItemsToStore, ports: StorePorts): Promise<WriteResult[]> {
  const { sessionId, judged, progress } = finding
  const provenance = await readProvenance(sessionId, ports.history)
  const drafts = finding.items
    .map((item) => withProvenance(item, finding.turnIds, provenance))
    .flatMap((item) => draftItem(item, finding, ports))
  return ports.transaction(async (tx) => {
    const at = ports.clock.now().toISOString()
    const results: WriteResult[] = []
    // A model may take a minute, and the user may delete what it thinks about.
    if (!(await tx.deletion.isKept({ sessionId, turnId: undefined }))) return []
    for (const draft of drafts) {
      if (!(await restsOnKept(draft, sessionId, tx))) continue
      if (!(await tx.extractions.addItem(sessionId, draft.contentHash))) continue
      results.push(await writeDraft(tx, draft, ports))
    }
    if (judged) {
      await tx.extractions.markJudged({ ...judged, sessionId, items: results.length, at })
    }
    await tx.extractions.advance(sessionId, progress, at)
    return results
  })
}

/** Whose word it is follows from where its words stand, not from what a judge says. */
function withProvenance(
  item: ExtractedItem,
  judged: readonly string[],
  provenance: SessionProvenance,
): ExtractedItem {
  const cited = item.sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const turnIds = cited.length > 0 ? cited : judged
  return { ...item, trust: provenance.trustOf(item.content, item.trust, turnIds) }
}

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

/** None if a secret was redacted in it: a sentence about a secret is never learned. */
function draftItem(item: ExtractedItem, finding: ItemsToStore, ports: StorePorts): MemoryDraft[] {
  const { scope, supersedes, ...rest } = item
  const address: ScopeAddress =
    scope === 'global' ? { scope: 'global', scopeId: '' } : finding.address
  const source = finding.model === undefined ? 'heuristic' : 'model'
  try {
    const commit = item.files.length > 0 ? finding.commit : undefined
    const replaced = { supersedes: onlyWords(supersedes) }
    const draft = draftMemory({ ...rest, ...address, source, commit, ...replaced }, ports)
    return holdsRedaction(draft.content) ? [] : [draft]
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return []
    throw error
  }
}

/** A judge cannot know ids: one it gives is made up and would be refused. */
function onlyWords(supersedes: string | undefined): string | undefined {
  return supersedes === undefined || looksLikeId(supersedes) ? undefined : supersedes
}

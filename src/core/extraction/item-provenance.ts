/** Whose word an extracted item is, and whether it holds. */
import type { ExtractedItem } from '../model/extracted-item.ts'
import type { SessionProvenance } from '../provenance/session-provenance.ts'

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

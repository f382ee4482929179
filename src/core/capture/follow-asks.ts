/** What a tool call means for asks: an answer, or settled work for the next prompt to ask about. */
import { isOwnWrite } from '../activity/to-action.ts'
import { settledAsk, settlingBy } from '../asks/choose-ask.ts'
import type { Hash } from '../model/content-key.ts'
import type { HostSession } from '../model/context.ts'
import type { AskStore } from '../ports/injection-store.ts'
import type { Arrival } from './read-entry.ts'

export type AskTransaction = Pick<AskStore, 'markAnswered' | 'keepWaiting'>

/** A host that was asked right after the call is not asked again, because the subject is the same. */
export async function followAsks(
  tx: AskTransaction,
  session: HostSession,
  { event, arrivedAt }: Arrival,
  hash: Hash,
): Promise<void> {
  if (event.detail.kind !== 'tool') return
  if (isOwnWrite(event.detail.toolName)) await tx.markAnswered(session, arrivedAt)
  const settling = settlingBy(event)
  if (settling?.kind !== 'published') return
  await tx.keepWaiting(session, settledAsk(settling, { hash }), arrivedAt)
}

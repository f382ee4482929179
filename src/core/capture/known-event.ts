/** Recognises an event that came by another way before: captured and then imported, or the reverse. */
import type { CaptureTransaction, SessionRow, TurnRow } from '../ports/capture-store.ts'
import { isImportedTurn } from './imported-turn.ts'
import type { Arrival } from './read-entry.ts'

/** The hook's clock and the host's record of one prompt differ by less. */
const twinWindowMs = 60_000

type KnownTransaction = Pick<CaptureTransaction, 'hasToolUse' | 'findTwinTurn' | 'updateTurn'>

export async function isKnownEvent(
  tx: KnownTransaction,
  session: SessionRow,
  arrival: Arrival,
  turn: TurnRow | undefined,
): Promise<boolean> {
  const { detail } = arrival.event
  if (detail.kind === 'tool') {
    const { toolUseId } = detail
    return toolUseId !== undefined && (await tx.hasToolUse(session.id, toolUseId))
  }
  if (detail.kind !== 'prompt') return false
  if (turn) return turn.prompt === detail.text
  return isTwin(tx, session, arrival, detail.text)
}

/** A host that names its turns names them alike in its hooks and in its history. */
async function isTwin(
  tx: KnownTransaction,
  { id }: SessionRow,
  { event: { hostTurnId }, arrivedAt }: Arrival,
  text: string,
): Promise<boolean> {
  const isImport = isImportedTurn(hostTurnId)
  if (hostTurnId !== undefined && !isImport) return false
  const near = (ms: number) => new Date(Date.parse(arrivedAt) + ms).toISOString()
  const window = { from: near(-twinWindowMs), to: near(twinWindowMs) }
  const twin = await tx.findTwinTurn(id, { text, ...window, isImported: !isImport })
  // What else is imported of the turn finds it by this name.
  if (isImport && twin?.hostTurnId === undefined && twin)
    await tx.updateTurn(twin.id, { hostTurnId })
  return twin !== undefined
}

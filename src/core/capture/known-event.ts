/** Recognises an event that came by another way before: captured and then imported, or the reverse. */
import type { EventDetail } from '../model/host-event.ts'
import type { CaptureTransaction, SessionRow, TurnRow } from '../ports/capture-store.ts'
import { isImportedTurn } from './imported-turn.ts'
import type { Arrival } from './read-entry.ts'

/** The hook's clock and the host's record of one event differ by less. */
const twinWindowMs = 60_000
/** A hook comes after the tool call, whose recorded time may be its start. */
const longestToolMs = 600_000

type KnownTransaction = Pick<
  CaptureTransaction,
  'hasToolUse' | 'claimTwinTool' | 'findTwinTurn' | 'updateTurn'
>

export interface KnownEvent {
  /** The host's name of the turn that has the prompt, if it differs from the event's. */
  readonly turnName?: string
}

export async function findKnownEvent(
  tx: KnownTransaction,
  session: SessionRow,
  arrival: Arrival,
  turn: TurnRow | undefined,
): Promise<KnownEvent | undefined> {
  const { detail } = arrival.event
  if (detail.kind === 'tool') {
    return (await isKnownTool(tx, session, arrival, detail)) ? {} : undefined
  }
  if (detail.kind !== 'prompt') return undefined
  if (turn) return turn.prompt === detail.text ? {} : undefined
  return findTwin(tx, session, arrival, detail.text)
}

/** Some hosts give a tool call an id in their history only, so that a call is known by its input. */
async function isKnownTool(
  tx: KnownTransaction,
  { id }: SessionRow,
  { arrivedAt, isPast }: Arrival,
  call: Extract<EventDetail, { kind: 'tool' }>,
): Promise<boolean> {
  const { toolUseId } = call
  if (toolUseId !== undefined && (await tx.hasToolUse(id, toolUseId))) return true
  const window = around(arrivedAt, isPast ? longestToolMs : twinWindowMs)
  return tx.claimTwinTool(id, { ...call, at: arrivedAt, ...window })
}

/** Some hosts name their turns in hooks only, so that both names mean one turn. */
async function findTwin(
  tx: KnownTransaction,
  { id }: SessionRow,
  { event: { hostTurnId }, arrivedAt }: Arrival,
  text: string,
): Promise<KnownEvent | undefined> {
  const isImport = isImportedTurn(hostTurnId)
  const window = around(arrivedAt, twinWindowMs)
  const twin = await tx.findTwinTurn(id, { text, ...window, isImported: !isImport })
  if (!twin) return undefined
  if (isImport && twin.hostTurnId !== undefined) return { turnName: twin.hostTurnId }
  // What else comes of the turn finds it by this name.
  if (hostTurnId !== undefined) await tx.updateTurn(twin.id, { hostTurnId })
  return {}
}

function around(at: string, later: number) {
  const near = (ms: number) => new Date(Date.parse(at) + ms).toISOString()
  return { from: near(-twinWindowMs), to: near(later) }
}

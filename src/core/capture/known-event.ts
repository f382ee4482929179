/**
 * Recognises an event that arrived before: captured and then imported, the reverse, or delivered
 * twice. Also decides whether a tool call brought in text from outside the project.
 */

import { toToolCall } from '../activity/to-action.ts'
import { type EventDetail, type EventKind, isImportedTurn } from '../model/host-event.ts'
import type {
  CaptureStore,
  RecentContent,
  SessionRow,
  TurnRow,
  WrittenFile,
} from '../ports/capture-store.ts'
import { continuesAnother, judgeToolCall } from '../provenance/foreign-tools.ts'
import { withWritten } from '../provenance/places.ts'
import type { Arrival } from './read-entry.ts'

/** The hook's time and the host's own differ by less for one event. */
const twinWindowMs = 60_000
/** A hook follows the tool call, whose recorded time may be its start. */
const longestToolMs = 600_000

type KnownTransaction = Pick<
  CaptureStore,
  'hasToolUse' | 'claimTwinTool' | 'findTwinTurn' | 'updateTurn'
>

export interface KnownEvent {
  /** The host's name of the turn with the prompt, if it differs from the event's. */
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

/** Some hosts give a tool call an id only in their history, so match the call by its input. */
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

/** Some hosts name their turns only in hooks, so both names mean one turn. */
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
  // Later events of the turn find it by this name.
  if (hostTurnId !== undefined) await tx.updateTurn(twin.id, { hostTurnId })
  return {}
}

function around(at: string, later: number) {
  const near = (ms: number) => new Date(Date.parse(at) + ms).toISOString()
  return { from: near(-twinWindowMs), to: near(later) }
}

/** Two installations deliver an event at the same time; a person takes longer to repeat a prompt. */
const repetitionWindowMs = 5_000
const mostRecent = 20

/** Whether an event without an id was already delivered a moment ago. */
export function isRepetition(session: SessionRow, arrival: Arrival): boolean {
  if (arrival.event.isDistinct) return false
  return justBefore(session, arrival).some(({ key }) => key === arrival.contentKey)
}

/** Hosts wait for these before they continue, so none arrives twice with another in between. */
const steps: readonly EventKind[] = [
  'session-start',
  'prompt',
  'turn-end',
  'pre-compact',
  'post-compact',
  'session-end',
]
const asides: readonly EventKind[] = ['instructions-loaded', 'cwd-changed', 'other']

export function withArrival(session: SessionRow, arrival: Arrival): RecentContent[] {
  const { contentKey: key, arrivedAt: at, event } = arrival
  const { kind } = event.detail
  const before = justBefore(session, arrival).slice(-mostRecent)
  const kept = asides.includes(kind) ? before : before.filter((one) => !steps.includes(one.kind))
  return event.isDistinct ? kept : [...kept, { key, kind, at }]
}

function justBefore({ recentContent }: SessionRow, { arrivedAt }: Arrival): RecentContent[] {
  const now = Date.parse(arrivedAt)
  return recentContent.filter(({ at }) => Math.abs(now - Date.parse(at)) <= repetitionWindowMs)
}

/**
 * Decides whether a tool call brought in text from outside the project.
 * @returns also the files that the session is known to have written after this call
 */
export async function readToolEvent(
  tx: Pick<CaptureStore, 'subagentReading' | 'hasForeignTool'>,
  { session, turn, arrival }: { session: SessionRow; turn: TurnRow | undefined; arrival: Arrival },
  detail: Extract<EventDetail, { kind: 'tool' }>,
): Promise<{ readonly isForeign: boolean; readonly writtenFiles: readonly WrittenFile[] }> {
  const { host, cwd = session.cwd } = arrival.event
  const folders = foldersOf(session, arrival)
  const place = { host, cwd, folders, written: session.writtenFiles }
  const { isForeign, written } = judgeToolCall(detail, place)
  const writtenFiles = withWritten(session.writtenFiles, written, folders)
  if (isForeign) return { isForeign, writtenFiles }
  if (continuesAnother(detail.toolName)) {
    return { isForeign: await tx.hasForeignTool(session.id), writtenFiles }
  }
  // A subagent that reported no tool calls may have read anything.
  const isOfAgent = toToolCall(detail, cwd).kind === 'agent'
  return {
    isForeign: isOfAgent && (await tx.subagentReading(turn?.id)) !== 'own',
    writtenFiles,
  }
}

/** Changing into another project's folder does not make it the session's own. */
function foldersOf(session: SessionRow, { event, projectId, root }: Arrival): string[] {
  const isOwnProject = root !== undefined && projectId === session.projectId
  const start = session.cwd ?? event.cwd
  return [...(isOwnProject ? [root] : []), ...(start === undefined ? [] : [start])]
}

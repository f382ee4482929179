/** Whether a tool call brought in text from outside the project. */
import { toToolCall } from '../activity/to-action.ts'
import { isWithin } from '../model/folder-path.ts'
import type { EventDetail } from '../model/host-event.ts'
import type { CaptureTransaction, SessionRow, TurnRow } from '../ports/capture-store.ts'
import { readsForeignText } from '../provenance/foreign-tools.ts'
import type { Arrival } from './read-entry.ts'

interface ToolSituation {
  readonly session: SessionRow
  readonly turn: TurnRow | undefined
  readonly arrival: Arrival
}

export async function isForeignToolEvent(
  tx: Pick<CaptureTransaction, 'subagentReading'>,
  { session, turn, arrival }: ToolSituation,
  detail: Extract<EventDetail, { kind: 'tool' }>,
): Promise<boolean> {
  const folders = foldersOf(session, arrival)
  const { cwd } = arrival.event
  const call = toToolCall(detail, cwd)
  if (call.kind === 'edit') return false
  // A subagent that reported no tool call of its own may have read anything.
  if (call.kind === 'agent') return (await tx.subagentReading(turn?.id)) !== 'own'
  const isElsewhere = cwd !== undefined && !folders.some((folder) => isWithin(cwd, folder))
  return (isElsewhere && call.kind !== 'other') || readsForeignText(call, folders)
}

/** An agent that changes into another project's folder does not make it its own. */
function foldersOf(session: SessionRow, { event, projectId, root }: Arrival): string[] {
  const isOwnProject = root !== undefined && projectId === session.projectId
  const start = session.cwd ?? event.cwd
  return [...(isOwnProject ? [root] : []), ...(start === undefined ? [] : [start])]
}

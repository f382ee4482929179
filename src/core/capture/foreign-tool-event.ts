/** Whether a tool call brought in text from outside the project. */
import { toToolCall } from '../activity/to-action.ts'
import type { EventDetail } from '../model/host-event.ts'
import type { CaptureTransaction, SessionRow, TurnRow } from '../ports/capture-store.ts'
import { judgeToolCall } from '../provenance/foreign-tools.ts'
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
  const { host, cwd = session.cwd } = arrival.event
  const folders = foldersOf(session, arrival)
  const { isForeign } = judgeToolCall(detail, { host, cwd, folders, written: [] })
  if (isForeign || toToolCall(detail, cwd).kind !== 'agent') return isForeign
  // A subagent that reported no tool call of its own may have read anything.
  return (await tx.subagentReading(turn?.id)) !== 'own'
}

/** An agent that changes into another project's folder does not make it its own. */
function foldersOf(session: SessionRow, { event, projectId, root }: Arrival): string[] {
  const isOwnProject = root !== undefined && projectId === session.projectId
  const start = session.cwd ?? event.cwd
  return [...(isOwnProject ? [root] : []), ...(start === undefined ? [] : [start])]
}

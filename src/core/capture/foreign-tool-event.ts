/** Whether a tool call brought in text from outside the project, and which files it wrote. */
import { toToolCall } from '../activity/to-action.ts'
import type { EventDetail } from '../model/host-event.ts'
import type {
  CaptureTransaction,
  SessionRow,
  TurnRow,
  WrittenFile,
} from '../ports/capture-store.ts'
import { continuesAnother, judgeToolCall } from '../provenance/foreign-tools.ts'
import { withWritten } from '../provenance/places.ts'
import type { Arrival } from './read-entry.ts'

interface ToolSituation {
  readonly session: SessionRow
  readonly turn: TurnRow | undefined
  readonly arrival: Arrival
}

/** @returns also which files the session is known to have written, once this call is done */
export async function readToolEvent(
  tx: Pick<CaptureTransaction, 'subagentReading' | 'hasForeignTool'>,
  { session, turn, arrival }: ToolSituation,
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
  // A subagent that reported no tool call of its own may have read anything.
  const isOfAgent = toToolCall(detail, cwd).kind === 'agent'
  return {
    isForeign: isOfAgent && (await tx.subagentReading(turn?.id)) !== 'own',
    writtenFiles,
  }
}

/** An agent that changes into another project's folder does not make it its own. */
function foldersOf(session: SessionRow, { event, projectId, root }: Arrival): string[] {
  const isOwnProject = root !== undefined && projectId === session.projectId
  const start = session.cwd ?? event.cwd
  return [...(isOwnProject ? [root] : []), ...(start === undefined ? [] : [start])]
}

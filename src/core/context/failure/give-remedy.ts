/** Answers a failed tool call with the known way out, once for each kind of failure in a session. */
import { contentKey } from '../../model/content-key.ts'
import type { ContextLine } from '../../model/context.ts'
import type { HostEvent } from '../../model/host-event.ts'
import type { IdSource } from '../../ports/clock.ts'
import type { InjectionStore } from '../../ports/injection-store.ts'
import { measureText } from '../../text/count-tokens.ts'
import { renderContext } from '../block/render-context.ts'
import { failedCommand, findRemedy, type RemedyPorts } from './find-remedy.ts'

export interface GiveRemedyPorts extends RemedyPorts {
  readonly injections: Pick<InjectionStore, 'shownTo' | 'record'>
  readonly ids: IdSource
}

export interface FailedEvent {
  readonly event: HostEvent
  /** Undefined where nothing may be given. */
  readonly findProject: () => Promise<string | undefined>
  readonly mostCharacters: number
  readonly isLate: () => boolean
}

/** @returns the block; empty if nothing is known, or the session has it already */
export async function giveRemedy(
  { event, findProject, mostCharacters, isLate }: FailedEvent,
  ports: GiveRemedyPorts,
): Promise<string> {
  const failed = failedCommand(event, ports.hash)
  if (!failed) return ''
  const session = { host: event.host, hostSessionId: event.sessionId }
  const { subjects, memoryIds } = await ports.injections.shownTo(session)
  if (failed.hashes.some((each) => subjects.has(each))) return ''
  const projectId = await findProject()
  if (projectId === undefined) return ''
  const sessionId = await ports.history.sessionId(event.sessionId)
  const remedy = await findRemedy(failed, { projectId, sessionId }, ports)
  if (!remedy || memoryIds.has(remedy.line.id)) return ''
  const now = ports.clock.now()
  const text = renderContext([remedy.line], now)
  if (text.length > mostCharacters) return ''
  const { tokens } = measureText(text)
  const lines: ContextLine[] = [{ ...remedy.line, tokens }]
  const isRecorded = await ports.injections.record(
    {
      id: ports.ids.next(),
      session,
      projectId,
      event: 'failure',
      source: undefined,
      at: now.toISOString(),
      cause: contentKey(event, ports.hash),
      subject: remedy.subject,
      tokens,
      characters: text.length,
      lines,
    },
    isLate,
  )
  return isRecorded ? text : ''
}

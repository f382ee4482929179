/** Answers a failed tool call with the known way out, once for each kind of failure in a session. */
import { contentKey } from '../../model/content-key.ts'
import { type ContextLine, hostSessionOf } from '../../model/context.ts'
import type { HostEvent } from '../../model/host-event.ts'
import type { IdSource } from '../../ports/clock.ts'
import type { InjectionStore, Shown } from '../../ports/injection-store.ts'
import { measureText } from '../../text/count-tokens.ts'
import { renderContext } from '../block/render-context.ts'
import { type FailedCommand, failedCommand, findRemedy, type RemedyPorts } from './find-remedy.ts'

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
export async function giveRemedy(asked: FailedEvent, ports: GiveRemedyPorts): Promise<string> {
  const failed = failedCommand(asked.event, ports.hash)
  if (!failed) return ''
  const shown = await ports.injections.shownTo(hostSessionOf(asked.event))
  const isAnswered = failed.hashes.some((each) => shown.subjects.has(each))
  return isAnswered ? '' : give(failed, shown, asked, ports)
}

/** Older failures are no longer what the session is about. */
const mostAgeMs = 3_600_000

/** For hosts that take nothing after a failed command: the same with the next prompt. */
export async function giveLateRemedy(asked: FailedEvent, ports: GiveRemedyPorts): Promise<string> {
  const sessionId = await ports.history.sessionId(asked.event.sessionId)
  if (sessionId === undefined) return ''
  const since = new Date(ports.clock.now().getTime() - mostAgeMs).toISOString()
  const open = await ports.failures.unresolved(sessionId, since)
  if (open.length === 0) return ''
  const shown = await ports.injections.shownTo(hostSessionOf(asked.event))
  const hashes = open.map(({ signature }) => signature).filter((each) => !shown.subjects.has(each))
  return give({ signatures: [], hashes, keys: [] }, shown, asked, ports)
}

async function give(
  failed: FailedCommand,
  shown: Shown,
  { event, findProject, mostCharacters, isLate }: FailedEvent,
  ports: GiveRemedyPorts,
): Promise<string> {
  const projectId = await findProject()
  if (projectId === undefined) return ''
  const sessionId = await ports.history.sessionId(event.sessionId)
  const remedy = await findRemedy(failed, { projectId, sessionId }, ports)
  if (!remedy || shown.memoryIds.has(remedy.line.id)) return ''
  const now = ports.clock.now()
  const text = renderContext([remedy.line], now)
  if (text.length > mostCharacters) return ''
  const { tokens } = measureText(text)
  const lines: ContextLine[] = [{ ...remedy.line, tokens }]
  const isRecorded = await ports.injections.record(
    {
      id: ports.ids.next(),
      session: hostSessionOf(event),
      projectId,
      event: 'failure',
      source: undefined,
      at: now.toISOString(),
      // A prompt may be answered with other context too.
      cause: ports.hash(`failure ${contentKey(event, ports.hash)}`),
      subject: remedy.subject,
      tokens,
      characters: text.length,
      lines,
    },
    isLate,
  )
  return isRecorded ? text : ''
}

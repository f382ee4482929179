/** What a noted event says, read from the rows it is about when it is told. */
import type { LifecycleEnvelope, LifecycleEvent } from '../../contract/lifecycle.ts'
import { lifecycleVersion } from '../../contract/vocabulary.ts'
import type { Delivery } from '../ports/lifecycle-store.ts'
import { tellPostCompact, tellPreCompact } from './tell-compaction.ts'
import { tellInstructions } from './tell-instructions.ts'
import { projectOfMemory, tellStored, tellSuperseded } from './tell-memory.ts'
import type { TellPorts } from './tell-ports.ts'
import { tellSessionStarted } from './tell-session-started.ts'
import { tellTurnEnded } from './tell-turn-ended.ts'

type NotedEvent = Delivery['event']

/** @returns undefined when what it was about is gone */
export async function tellEvent(
  noted: NotedEvent,
  ports: TellPorts,
): Promise<LifecycleEvent | undefined> {
  const { type, subject, state } = noted
  const told = await envelopeOf(noted, ports)
  switch (type) {
    case 'turn-ended': {
      const data = await tellTurnEnded(subject, state, ports)
      return data && { ...told, type, data }
    }
    case 'memory-stored':
      return { ...told, type, data: await tellStored(subject, Number(state), ports) }
    case 'memory-superseded':
      return { ...told, type, data: await tellSuperseded(subject, Number(state), ports) }
  }
  const event = await ports.facts.event(subject)
  if (!event) return undefined
  switch (type) {
    case 'session-started':
      return { ...told, type, data: await tellSessionStarted(event, ports) }
    case 'pre-compact':
      return { ...told, type, data: await tellPreCompact(event, ports) }
    case 'post-compact':
      return { ...told, type, data: await tellPostCompact(event, ports) }
    case 'instructions-loaded':
      return { ...told, type, data: await tellInstructions(event, ports) }
  }
}

async function envelopeOf(
  { id, at, sequence, type, sessionId, subject }: NotedEvent,
  ports: TellPorts,
): Promise<LifecycleEnvelope> {
  const session = sessionId === undefined ? undefined : await ports.facts.session(sessionId)
  const isMemory = type === 'memory-stored' || type === 'memory-superseded'
  const projectId =
    session?.projectId ?? (isMemory ? await projectOfMemory(subject, ports) : undefined)
  const project = projectId === undefined ? undefined : await ports.facts.project(projectId)
  return {
    id,
    version: lifecycleVersion,
    at,
    sequence,
    ...(session && {
      host: session.host,
      session: {
        id: session.id,
        hostSessionId: session.hostSessionId,
        ...(session.cwd !== undefined && { cwd: session.cwd }),
      },
    }),
    ...(project && {
      project: { id: project.id, name: project.name, identity: project.identity },
    }),
  }
}

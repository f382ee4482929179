/** Describes a recorded event from present data when it is sent. */
import type { LifecycleEnvelope, LifecycleEvent } from '../../contract/lifecycle.ts'
import { lifecycleVersion } from '../../contract/vocabulary.ts'
import type { Delivery } from '../ports/lifecycle-store.ts'
import { describePostCompact, describePreCompact } from './describe-compaction.ts'
import { describeInstructions } from './describe-instructions.ts'
import { describeStored, describeSuperseded, projectOfMemory } from './describe-memory.ts'
import type { DescribePorts } from './describe-ports.ts'
import { describeSessionStart } from './describe-session-start.ts'
import { describeTurnEnd } from './describe-turn-end.ts'

type RecordedEvent = Delivery['event']

/** @returns undefined if its subject is gone */
export async function describeLifecycleEvent(
  recorded: RecordedEvent,
  ports: DescribePorts,
): Promise<LifecycleEvent | undefined> {
  const { type, subject, state } = recorded
  const envelope = await envelopeOf(recorded, ports)
  switch (type) {
    case 'turn-ended': {
      const data = await describeTurnEnd(subject, state, ports)
      return data && { ...envelope, type, data }
    }
    case 'memory-stored':
      return { ...envelope, type, data: await describeStored(subject, Number(state), ports) }
    case 'memory-superseded':
      return { ...envelope, type, data: await describeSuperseded(subject, Number(state), ports) }
  }
  const [event] = await ports.history.events([subject])
  if (!event) return undefined
  switch (type) {
    case 'session-started':
      return { ...envelope, type, data: await describeSessionStart(event, ports) }
    case 'pre-compact':
      return { ...envelope, type, data: await describePreCompact(event, ports) }
    case 'post-compact':
      return { ...envelope, type, data: await describePostCompact(event, ports) }
    case 'instructions-loaded': {
      const data = await describeInstructions(event, ports)
      return data && { ...envelope, type, data }
    }
  }
}

async function envelopeOf(
  { id, at, sequence, type, sessionId, subject }: RecordedEvent,
  ports: DescribePorts,
): Promise<LifecycleEnvelope> {
  const session = sessionId === undefined ? undefined : await ports.history.sessionPlace(sessionId)
  const isMemory = type === 'memory-stored' || type === 'memory-superseded'
  const projectId =
    session?.projectId ?? (isMemory ? await projectOfMemory(subject, ports) : undefined)
  const project = projectId === undefined ? undefined : await ports.projects.find(projectId)
  return {
    id,
    version: lifecycleVersion,
    at,
    sequence,
    ...(session && {
      host: session.host,
      session: {
        id: session.sessionId,
        hostSessionId: session.hostSessionId,
        ...(session.cwd !== undefined && { cwd: session.cwd }),
      },
    }),
    ...(project && {
      project: { id: project.id, name: project.name, identity: project.identity },
    }),
  }
}

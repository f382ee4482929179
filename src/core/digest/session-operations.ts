/** The session operations: digests, memories learned, context received and tool events. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { describeToolUse } from '../activity/describe-event.ts'
import { readSessionContext } from '../context/use/stats.ts'
import { readSessionExtraction, readSessionMemories } from '../extraction/session-extraction.ts'
import { missingSession } from '../memory/scope.ts'
import type { History } from '../ports/history.ts'
import { type DigestPorts, keepDigests } from './keep-digests.ts'
import { summariseSession } from './summarise-session.ts'

export type SessionOperationPorts = DigestPorts &
  Parameters<typeof readSessionExtraction>[0] &
  Parameters<typeof readSessionContext>[1] &
  Parameters<typeof readSessionMemories>[1] & {
    readonly history: History
    readonly findProject: (reference: string) => Promise<{ readonly id: string }>
  }

export function createSessionOperations(
  ports: SessionOperationPorts,
): Pick<OperationHandlers, 'listSessions' | 'getSession' | 'getToolEvent'> {
  const { history, findProject } = ports
  return {
    async listSessions({ project, ...filter }) {
      const projectId = project === undefined ? undefined : (await findProject(project)).id
      return {
        sessions: await history.sessions({ ...filter, projectId }),
        total: await history.countSessions({ ...filter, projectId }),
        hosts: await history.hosts(),
      }
    },
    async getSession({ id }) {
      const session = await history.session(id)
      if (!session) throw missingSession(id)
      const digests = await keepDigests(session, ports)
      return {
        ...session,
        title: digests.session?.title ?? session.title,
        glance: digests.session?.glance,
        summary: digests.session ? summariseSession(digests.session) : [],
        digest: digests.session,
        timeline: session.timeline.map((turn) => ({
          ...turn,
          toolEvents: [...turn.toolEvents],
          digest: digests.turns.get(turn.id),
        })),
        extraction: await readSessionExtraction(ports, session.id),
        context: await readSessionContext(session, ports),
        memories: await readSessionMemories(session, ports),
      }
    },
    async getToolEvent({ id }) {
      const event = await history.toolEvent(id)
      if (event) return { ...event, text: describeToolUse(id, event, undefined) }
      throw new ThroughlineError('not-found', `there is no tool event "${id}"`, {
        hint: 'throughline sessions SESSION lists them',
      })
    },
  }
}

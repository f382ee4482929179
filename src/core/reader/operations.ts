/** Learning by hand. */
import { ThroughlineError } from '../../contract/errors.ts'
import { isLearningOn } from '../../contract/learning-text.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { toOutput } from '../memory/read-operations.ts'
import { missingSession } from '../memory/scope.ts'
import { type LearningPorts, learnFrom } from './jobs.ts'

/** @param findSession by our id or the host's id */
export function createExtractionOperations(
  learning: LearningPorts,
  findSession: (reference: string) => Promise<{ readonly id: string } | undefined>,
): Pick<OperationHandlers, 'extractSession'> {
  return {
    async extractSession({ id, again }) {
      if (!isLearningOn(learning.settings())) {
        throw new ThroughlineError('conflict', 'learning is switched off', {
          hint: 'throughline config set learning.rules true',
        })
      }
      const found = await findSession(id)
      const session = found && (await learning.history.sessionPlace(found.id))
      if (!session) throw missingSession(id)
      const signal = AbortSignal.timeout(longestMs)
      const { readBy, problem, results } = await learnFrom(session, learning, { signal, again })
      return {
        sessionId: session.sessionId,
        ...(readBy !== undefined && { readBy }),
        ...(problem && { problem: problem.reason }),
        found: results.map(({ outcome, memory }) => ({ outcome, memory: toOutput(memory) })),
      }
    },
  }
}

const longestMs = 10 * 60_000

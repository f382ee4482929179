/** Extraction by hand. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { toOutput } from '../memory/read-operations.ts'
import { missingSession } from '../memory/scope.ts'
import { joinResults, type LookPorts } from './look-at-window.ts'
import { fewestTogether, lookAtAll, lookAtSession } from './look-through.ts'

export interface ExtractionOperationPorts {
  readonly look: LookPorts
  /** By our id or the host's id. */
  findSession(reference: string): Promise<{ readonly id: string } | undefined>
}

export function createExtractionOperations({
  look,
  findSession,
}: ExtractionOperationPorts): Pick<OperationHandlers, 'extractSession'> {
  return {
    async extractSession({ id, again }) {
      if (look.settings().mode === 'off') {
        throw new ThroughlineError('conflict', 'extraction is switched off', {
          hint: 'throughline config set extraction.mode local',
        })
      }
      const found = await findSession(id)
      const session = found && (await look.history.sessionPlace(found.id))
      if (!session) throw missingSession(id)
      const signal = AbortSignal.timeout(longestMs)
      const looked = joinResults([
        await lookAtAll(session, fewestTogether, look, { signal, again }),
        await lookAtSession(session, look, { signal, again }),
      ])
      return {
        sessionId: session.sessionId,
        windows: looked.windows,
        judges: [...looked.judges],
        fellThrough: looked.fellThrough.map(({ judge, reason }) => ({ judge, reason })),
        found: looked.results.map(({ outcome, memory }) => ({ outcome, memory: toOutput(memory) })),
      }
    },
  }
}

const longestMs = 10 * 60_000

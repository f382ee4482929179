/** Extraction by hand. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { toOutput } from '../memory/read-operations.ts'
import { missingSession } from '../memory/scope.ts'
import { extractAll, extractWholeSession, fewestTogether } from './extract-session.ts'
import { type ExtractionPorts, joinResults } from './extract-window.ts'

/** @param findSession by our id or the host's id */
export function createExtractionOperations(
  extraction: ExtractionPorts,
  findSession: (reference: string) => Promise<{ readonly id: string } | undefined>,
): Pick<OperationHandlers, 'extractSession'> {
  return {
    async extractSession({ id, again }) {
      if (extraction.settings().mode === 'off') {
        throw new ThroughlineError('conflict', 'extraction is switched off', {
          hint: 'throughline config set extraction.mode local',
        })
      }
      const found = await findSession(id)
      const session = found && (await extraction.history.sessionPlace(found.id))
      if (!session) throw missingSession(id)
      const signal = AbortSignal.timeout(longestMs)
      const extracted = joinResults([
        await extractAll(session, fewestTogether, extraction, { signal, again }),
        await extractWholeSession(session, extraction, { signal, again }),
      ])
      return {
        sessionId: session.sessionId,
        windows: extracted.windows,
        judges: [...extracted.judges],
        fellThrough: extracted.fellThrough.map(({ judge, reason }) => ({ judge, reason })),
        found: extracted.results.map(({ outcome, memory }) => ({
          outcome,
          memory: toOutput(memory),
        })),
      }
    },
  }
}

const longestMs = 10 * 60_000

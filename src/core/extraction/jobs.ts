/** Runs the `extract` job under the current settings. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Job, JobQueue } from '../ports/job-queue.ts'
import {
  extractAll,
  extractEndedTurn,
  extractRest,
  extractWholeSession,
  fewestTogether,
} from './extract-session.ts'
import {
  type ExtractionOptions,
  type ExtractionPorts,
  type ExtractionResult,
  joinResults,
} from './extract-window.ts'
import { parseSubject } from './triggers.ts'

export interface ExtractJobPorts extends ExtractionPorts {
  readonly jobs: JobQueue
  readonly report: (extracted: ExtractionResult) => void
}

/**
 * Does nothing if the subject is gone or extraction is switched off by now.
 * @throws ThroughlineError `model-unavailable` if a model failed, after storing what the local judge
 *   found, so that the job is retried
 */
export async function runExtraction(
  job: Pick<Job, 'subject'>,
  ports: ExtractJobPorts,
  options: ExtractionOptions,
): Promise<void> {
  const extracted = await extractSubject(job, ports, options)
  if (!extracted) return
  ports.report(extracted)
  const [missed] = extracted.missed
  if (!missed) return
  throw new ThroughlineError('model-unavailable', `${missed.judge} failed: ${missed.reason}`, {
    hint: missed.hint,
    retryAfterMs: missed.retryAfterMs,
  })
}

/** @returns undefined if there was nothing to read */
async function extractSubject(
  { subject: text }: Pick<Job, 'subject'>,
  ports: ExtractJobPorts,
  options: ExtractionOptions,
): Promise<ExtractionResult | undefined> {
  const settings = ports.settings()
  if (settings.mode === 'off') return undefined
  const subject = parseSubject(text)
  if (subject.kind === 'turn') {
    const [turn] = await ports.history.turns([subject.turnId])
    const session = turn && (await ports.history.sessionPlace(turn.sessionId))
    return session && extractEndedTurn(session, turn.number, ports, options)
  }
  const session = await ports.history.sessionPlace(subject.sessionId)
  if (!session) return undefined
  switch (subject.kind) {
    case 'compaction':
      return extractAll(session, settings.compactionMinTurns, ports, {
        ...options,
        lastTurnAgain: true,
      })
    case 'end':
      return joinResults([
        await extractAll(session, fewestTogether, ports, options),
        await extractWholeSession(session, ports, options),
      ])
    case 'idle': {
      const idleAt = Date.parse(session.lastEventAt) + settings.idleSeconds * 1_000
      if (idleAt <= ports.clock.now().getTime()) return extractRest(session, ports, options)
      const notBefore = new Date(idleAt).toISOString()
      await ports.jobs.enqueue({ kind: 'extract', subject: text, again: true, notBefore })
      return undefined
    }
  }
}

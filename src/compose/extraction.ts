/** Extraction of memories from sessions, on the local store. */
import type { DrainParts } from '../core/capture/drain.ts'
import { sessionDigestText } from '../core/digest/keep-digests.ts'
import type { ExtractionPorts, ExtractionResult } from '../core/extraction/extract-window.ts'
import { runExtraction } from '../core/extraction/jobs.ts'
import type { Job } from '../core/ports/job-queue.ts'
import type { Judge } from '../core/ports/models.ts'
import type { RepositoryReader } from '../core/ports/repository.ts'
import type { Log } from '../core/ports/runtime.ts'
import type { Store } from '../core/ports/store.ts'
import type { ModelParts } from './budgeted-model.ts'
import { createJudges } from './judges.ts'
import { systemClock } from './project-ports.ts'

export interface Extraction {
  readonly ports: ExtractionPorts
  /** In the order of asking. */
  judges(): Promise<readonly Judge[]>
  run(job: Job, signal: AbortSignal): Promise<void>
}

export interface ExtractionParts
  extends Omit<ModelParts, 'ledger'>,
    Pick<DrainParts, 'transcripts' | 'findHost' | 'hash' | 'redactor'> {
  readonly store: Store
  readonly repositories: RepositoryReader
  readonly log: Log
}

/** So that a slow model does not hold up other sessions. */
const longestMs = 4 * 60_000

export function createExtraction(parts: ExtractionParts): Extraction {
  const { store, config, repositories, log } = parts
  const judges = createJudges({ ...parts, ledger: store.ledger })
  const ports: ExtractionPorts = {
    ...parts,
    ...store,
    clock: systemClock,
    settings: () => config().extraction,
    judges,
    digestOf: (sessionId) => sessionDigestText(sessionId, store),
    commitOf: async (folder) =>
      folder === undefined ? undefined : (await repositories.read(folder))?.commit,
  }
  const report = ({ fellThrough, results, judges: asked }: ExtractionResult) => {
    for (const { judge, reason } of fellThrough) {
      log.warn('a judge did not answer', { judge, reason })
    }
    if (results.length > 0) log.info('learned', { memories: results.length, judges: asked })
  }
  return {
    ports,
    judges,
    async run(job, signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
      await runExtraction(job, { ...ports, jobs: store.jobs, report }, { signal: limited })
    },
  }
}

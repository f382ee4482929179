/** Learning from sessions, on the local store. */
import type { DrainParts } from '../core/capture/drain.ts'
import { judgeWindow } from '../core/extraction/heuristic/judge.ts'
import { missingSession } from '../core/memory/scope.ts'
import type { Job } from '../core/ports/job-queue.ts'
import type { RepositoryReader } from '../core/ports/repository.ts'
import type { Log } from '../core/ports/runtime.ts'
import type { Store } from '../core/ports/store.ts'
import {
  type Learned,
  type LearningPorts,
  learnFrom,
  runExtraction,
  runReading,
} from '../core/reader/jobs.ts'
import type { ModelParts } from './budgeted-model.ts'
import { systemClock } from './project-ports.ts'
import { createReaders, type Readers } from './readers.ts'

export interface Extraction {
  readonly ports: LearningPorts
  readonly readers: Readers
  extract(job: Job): Promise<void>
  readonly byHand: {
    readonly reader: LearningPorts['reader']
    /** @throws ThroughlineError `model-unavailable`, and the reason of the signal */
    learn(sessionId: string, signal: AbortSignal): Promise<Learned>
  }
  read(job: Job, signal: AbortSignal): Promise<void>
}

export interface ExtractionParts
  extends Omit<ModelParts, 'ledger'>,
    Pick<DrainParts, 'transcripts' | 'findHost' | 'hash' | 'redactor'> {
  readonly store: Store
  readonly repositories: RepositoryReader
  readonly log: Log
  readonly reader?: LearningPorts['reader'] | undefined
}

/** Keeps a slow model from holding up other sessions; parts read by then are kept. */
const longestMs = 10 * 60_000

export function createExtraction(parts: ExtractionParts): Extraction {
  const { store, config, repositories, log } = parts
  const readers = createReaders({ ...parts, ledger: store.ledger })
  const ports: LearningPorts = {
    ...parts,
    ...store,
    clock: systemClock,
    settings: () => config().learning,
    rules: judgeWindow,
    reader: parts.reader ?? readers.reader,
    commitOf: async (folder) =>
      folder === undefined ? undefined : (await repositories.read(folder))?.commit,
  }
  const report = ({ problem, results, readBy = 'local rules' }: Learned) => {
    if (problem) log.warn('a session was not read', { reason: problem.reason })
    if (results.length > 0) log.info('learned', { memories: results.length, readBy })
  }
  const jobs = { ...ports, jobs: store.jobs, report }
  return {
    ports,
    readers,
    byHand: {
      reader: ports.reader,
      async learn(id, signal) {
        const session = await store.history.sessionPlace(id)
        if (!session) throw missingSession(id)
        return learnFrom(session, ports, { signal, byHand: true })
      },
    },
    extract: (job) => runExtraction(job, jobs),
    read: (job, signal) =>
      runReading(job, jobs, AbortSignal.any([signal, AbortSignal.timeout(longestMs)])),
  }
}

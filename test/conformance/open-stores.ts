/** What a store gives to the suites: every port on one fresh database. */
import type { CaptureStore } from '../../src/core/ports/capture-store.ts'
import type { Clock, IdSource } from '../../src/core/ports/clock.ts'
import type { HistoryReader } from '../../src/core/ports/history-reader.ts'
import type { JobQueue } from '../../src/core/ports/job-queue.ts'
import type { ProjectStore } from '../../src/core/ports/project-store.ts'

export interface Stores {
  readonly capture: CaptureStore
  readonly history: HistoryReader
  readonly jobs: JobQueue
  readonly projects: ProjectStore
  readonly ids: IdSource
  close(): void | Promise<void>
}

export type OpenStores = (clock: Clock) => Promise<Stores>

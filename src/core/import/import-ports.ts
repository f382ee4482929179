import type { IngestTools } from '../capture/ingest.ts'
import type { KeepPorts } from '../extraction/remember/keep-remembered.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import type { Store } from '../ports/store.ts'
import type { RepositoryOf } from './repository-of.ts'

export interface ImportPorts extends IngestTools, KeepPorts {
  readonly store: Pick<Store, 'transaction' | 'imports'>
  readonly placeOf: (recorded: RecordedPlace) => Promise<CaptureLocation>
  readonly repositoryOf: RepositoryOf
  /** A session without events for so long has ended. */
  readonly silenceHours: () => number
  /** Of Throughline. */
  readonly version: string
}

/** Where something happened, as the host recorded it. The folder may be gone by now. */
export interface RecordedPlace {
  readonly cwd: string | undefined
  readonly remote: string | undefined
}

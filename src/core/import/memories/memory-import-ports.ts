import type { WritePorts } from '../../memory/write-memory.ts'
import type { CaptureLocation } from '../../model/host-event.ts'
import type { Store } from '../../ports/store.ts'
import type { RecordedPlace } from '../import-ports.ts'
import type { RepositoryOf } from '../repository-of.ts'

export interface MemoryImportPorts extends Omit<WritePorts, 'memories' | 'transaction'> {
  readonly store: Pick<Store, 'transaction' | 'imports' | 'history' | 'projects'>
  /** Of Throughline. */
  readonly version: string
  readonly placeOf: (recorded: RecordedPlace) => Promise<CaptureLocation>
  readonly repositoryOf: RepositoryOf
}

/** What a store provides for the suites: every port on one fresh database. */
import type { Clock } from '../../src/core/ports/runtime.ts'
import type { Store } from '../../src/core/ports/store.ts'

export interface Stores extends Store {
  close(): void
}

export type OpenStores = (clock: Clock) => Promise<Stores>

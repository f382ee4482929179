/** Keeps how large the database is today, so that it can be told how it grew. */
import { dateOf } from '../ledger/day-bounds.ts'
import type { Clock } from '../ports/clock.ts'
import type { DatabaseSizes } from '../ports/database-sizes.ts'

export interface SizePorts {
  readonly databaseSizes: DatabaseSizes
  readonly databaseBytes: () => number
  readonly clock: Clock
  readonly utcOffsetMinutes: (time: Date) => number
}

export async function noteDatabaseSize(ports: SizePorts): Promise<void> {
  const now = ports.clock.now()
  const day = dateOf(now, ports.utcOffsetMinutes(now))
  await ports.databaseSizes.note({ day, bytes: ports.databaseBytes() })
}

/** Records the size of the database each day, so its growth can be shown. */
import { dateOf } from '../model/days.ts'
import type { Clock } from '../ports/clock.ts'
import type { GrowthStore } from '../ports/growth-store.ts'

export interface SizePorts {
  readonly growth: GrowthStore
  readonly databaseBytes: () => number
  readonly clock: Clock
  readonly utcOffsetMinutes: (time: Date) => number
}

export async function recordDatabaseSize(ports: SizePorts): Promise<void> {
  const now = ports.clock.now()
  const day = dateOf(now, ports.utcOffsetMinutes(now))
  await ports.growth.noteSize({ day, bytes: ports.databaseBytes() })
}

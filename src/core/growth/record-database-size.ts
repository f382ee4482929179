/** Records the size of the database each day, so its growth can be shown. */
import { dateOf } from '../model/days.ts'
import type { GrowthStore } from '../ports/deletion.ts'
import type { Clock } from '../ports/runtime.ts'

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

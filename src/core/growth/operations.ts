/** What there is more and more of, for whoever asks. */
import type { OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import { dayBounds } from '../ledger/day-bounds.ts'
import type { Clock } from '../ports/clock.ts'
import type { GrowthDay, GrowthReader } from '../ports/growth-reader.ts'

export interface GrowthPorts {
  readonly growth: GrowthReader
  readonly clock: Clock
  readonly utcOffsetMinutes: (time: Date) => number
  readonly databaseBytes: () => number
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
}

const dayMs = 86_400_000

export function createGrowthOperations(ports: GrowthPorts): Pick<OperationHandlers, 'getGrowth'> {
  const { growth, clock } = ports
  return {
    async getGrowth({ project, days }) {
      const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
      const now = clock.now()
      const utcOffsetMinutes = ports.utcOffsetMinutes(now)
      const today = Date.parse(dayBounds(now, utcOffsetMinutes).from)
      const from = new Date(today - (days - 1) * dayMs).toISOString()
      const dates = Array.from({ length: days }, (_, index) =>
        dateOf(Date.parse(from) + index * dayMs, utcOffsetMinutes),
      )
      const found = await growth.days({ from, projectId, utcOffsetMinutes })
      return {
        days: fillIn(dates, found, await growth.memoriesAt(from, projectId)),
        storage: {
          bytes: ports.databaseBytes(),
          parts: [...((await growth.storage()) ?? [])],
        },
      }
    },
  }
}

function dateOf(midnight: number, utcOffsetMinutes: number): string {
  return new Date(midnight + utcOffsetMinutes * 60_000).toISOString().slice(0, 10)
}

const nothing: Omit<GrowthDay, 'day'> = {
  learned: 0,
  superseded: 0,
  forgotten: 0,
  sessions: 0,
  events: 0,
  tokensInjected: 0,
  tokensUsed: 0,
}

/** Every day, whether anything happened or not, and how many memories there were at its end. */
function fillIn(
  dates: readonly string[],
  found: readonly GrowthDay[],
  before: number,
): OutputOf<'getGrowth'>['days'] {
  const byDay = new Map(found.map((day) => [day.day, day]))
  let memories = before
  return dates.map((day) => {
    const figures = byDay.get(day) ?? { day, ...nothing }
    memories += figures.learned - figures.superseded
    return { ...figures, memories }
  })
}

/** The operation that reports growth: memories, sessions, turns and disk space by day. */
import type { OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import { dateOf, dayBounds } from '../model/days.ts'
import type { DatabaseSize, GrowthDay } from '../ports/growth-store.ts'
import type { SizePorts } from './status-operations.ts'

export interface GrowthPorts extends SizePorts {
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
        dateOf(new Date(Date.parse(from) + index * dayMs), utcOffsetMinutes),
      )
      const found = await growth.days({ from, projectId, utcOffsetMinutes })
      const before = await growth.memoriesAt(from, projectId)
      const recorded = await growth.sizesSince(dateOf(new Date(from), utcOffsetMinutes))
      const bytes = ports.databaseBytes()
      const sizes = [...recorded, { day: dateOf(now, utcOffsetMinutes), bytes }]
      return {
        days: fillIn(dates, { found, before, sizes }),
        storage: { bytes, parts: [...((await growth.storage()) ?? [])] },
      }
    },
  }
}

const nothing: Omit<GrowthDay, 'day'> = {
  learned: 0,
  superseded: 0,
  forgotten: 0,
  sessions: 0,
  turns: 0,
  tokensInjected: 0,
  tokensUsed: 0,
}

interface Known {
  readonly found: readonly GrowthDay[]
  /** Memories before the first day. */
  readonly before: number
  readonly sizes: readonly DatabaseSize[]
}

/** One entry per day, including days without activity, with the totals at its end. */
function fillIn(
  dates: readonly string[],
  { found, before, sizes }: Known,
): OutputOf<'getGrowth'>['days'] {
  const byDay = new Map(found.map((day) => [day.day, day]))
  let memories = before
  return dates.map((day) => {
    const figures = byDay.get(day) ?? { day, ...nothing }
    memories += figures.learned - figures.superseded
    return { ...figures, memories, databaseBytes: sizeOn(day, sizes) }
  })
}

/** The last recorded size; undefined before the first one. */
function sizeOn(date: string, sizes: readonly DatabaseSize[]): number | undefined {
  return sizes.findLast(({ day }) => day <= date)?.bytes
}

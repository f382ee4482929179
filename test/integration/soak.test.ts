/** A simulated day in a minute; `npm run bench -- soak` simulates one with more events. */
import { expect, it } from 'vitest'
import { simulateDay } from '../../bench/soak/day.ts'
import { isFlat } from '../../bench/soak/flatness.ts'

const minutes = 1
/** A busy machine takes as long as it needs. */
const limitMs = 20 * 60_000

it.runIf(process.platform === 'linux')(
  'a day of 50 sessions, restarts, imports and wrong clocks loses nothing, and nothing grows',
  async () => {
    const { sessions, events, hooks, trends, faults } = await simulateDay({ minutes })
    expect(faults).toEqual([])
    expect(trends.filter((trend) => !isFlat(trend))).toEqual([])
    expect(sessions).toBe(50)
    expect(events).toBeGreaterThan(6_000)
    expect(hooks.runs).toBeGreaterThan(500)
  },
  limitMs,
)

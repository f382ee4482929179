import { act, type Run, share } from './actions.ts'
import { findFaults } from './check.ts'
import type { Mutant } from './mutants.ts'
import { seededChoices } from './random.ts'
import { makeWorld, type Surroundings } from './world.ts'

export interface RunOptions {
  readonly seed: number
  readonly mutant?: Mutant
}

const steps = 80
const mostRounds = 20
/** What the server fails at is parked by then. */
const roundsToPark = 8

/** @returns what is wrong in the end, in sentences, with the story if there is something */
export async function runSync(
  surroundings: Surroundings,
  { seed, mutant }: RunOptions,
): Promise<string[]> {
  const random = seededChoices(seed)
  const world = await makeWorld(surroundings, random, mutant)
  const written = new Map(world.machines.map((machine) => [machine, new Set<string>()]))
  const run: Run = { ...world, story: [], backups: [], removed: new Set(), written, count: 0 }
  try {
    for (const machine of run.machines) await share(machine)
    for (let step = 0; step < steps; step += 1) await act(run)
    await becomeQuiet(run)
    const faults = await findFaults(run)
    return faults.length === 0 ? [] : [...faults, `seed ${seed}`, ...run.story]
  } finally {
    run.close()
  }
}

/** Everything works again, and all sync until nothing changes; within the hours before a comparison. */
async function becomeQuiet(run: Run): Promise<void> {
  run.story.push('quiet')
  for (const { line } of run.machines) {
    line.isOnline = true
    line.isRevoked = false
    line.faults = 0
  }
  let before = ''
  for (let round = 0; round < mostRounds; round += 1) {
    for (const machine of run.machines) {
      machine.clock.advance(6 * 60_000)
      await machine.sync()
    }
    const { after, waiting } = await describe(run)
    if (after === before && (waiting === 0 || round >= roundsToPark)) return
    before = after
  }
}

async function describe({ machines, store, organisation }: Run) {
  const head = await store.reading(organisation).head()
  const states = await Promise.all(
    machines.map(
      async ({ store: { team } }) => [await team.connection(), await team.counts()] as const,
    ),
  )
  const counts = states.map(([, counted]) => counted)
  const waiting = counts.reduce((sum, { waiting }) => sum + waiting, 0)
  const withoutTimes = (name: string, value: unknown) => (name === 'lastContactAt' ? 0 : value)
  return { waiting, after: JSON.stringify([head, states], withoutTimes) }
}

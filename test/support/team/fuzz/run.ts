import { act, type Run, share } from './actions.ts'
import { describeEnd, findFaults } from './check.ts'
import { seededChoices } from './random.ts'
import { makeWorld, type Surroundings, type WorldOptions } from './world.ts'

export interface RunOptions extends WorldOptions {
  readonly seed: number
}

const steps = 80
const mostRounds = 20
/** What the server fails at is parked by then. */
const roundsToPark = 8

/** @returns what is wrong in the end, in sentences, with the story if there is something */
export async function runSync(surroundings: Surroundings, options: RunOptions): Promise<string[]> {
  return play(surroundings, options, findFaults)
}

/** (9) The same run with right and with wrong clocks ends the same. @returns the difference */
export async function compareClocks(surroundings: Surroundings, seed: number): Promise<string[]> {
  const wrong = await play(surroundings, { seed }, describeEnd)
  const clockErrors = [0, 0, 0, 0]
  const right = new Set(await play(surroundings, { seed, clockErrors }, describeEnd))
  return wrong.filter((each) => !right.has(each) && !/^\d /.test(each))
}

/** @param judge gives sentences, to which the story is added if there are any */
async function play(
  surroundings: Surroundings,
  { seed, ...options }: RunOptions,
  judge: (run: Run) => Promise<string[]>,
): Promise<string[]> {
  const random = seededChoices(seed)
  const world = await makeWorld(surroundings, random, options)
  const written = new Map(world.machines.map((machine) => [machine, new Set<string>()]))
  const kept = new Map(world.machines.map((machine) => [machine, new Map<string, number>()]))
  const happened = {
    story: [],
    backups: [],
    removed: new Map(),
    left: new Set<string>(),
    dropped: new Set<string>(),
  }
  const run: Run = { ...world, ...happened, written, kept, count: 0 }
  try {
    for (const machine of run.machines) await share(run, machine)
    for (let step = 0; step < steps; step += 1) await act(run)
    await becomeQuiet(run)
    const found = await judge(run)
    return found.length === 0 ? [] : [...found, `seed ${seed}`, ...run.story]
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

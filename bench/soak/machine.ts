/** A simulated machine: a home of its own, and a clock that can be set for all of its processes. */
import { chmodSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installHook } from '../../src/adapters/filesystem/hook-install.ts'
import { hookTargets } from '../../src/compose/program/hook-shim.ts'
import { quoteForShell } from '../../src/core/text/safe-text.ts'
import { ensureHome } from '../../src/home/ensure-home.ts'
import { writeFileAtomically } from '../../src/home/write-files.ts'
import { createWorld, type World } from '../../test/support/homes/world.ts'

export interface Machine {
  readonly world: World
  /** For every process that is started in the world. */
  readonly env: Readonly<Record<string, string>>
  /** Where a process reports what it holds. */
  reportOf(pid: number): string
  now(): Date
  /** Sets the clock for every process; ends when each of them, and the time of new files, follows it. */
  setClock(time: Date): Promise<void>
}

const preload = fileURLToPath(new URL('machine-clock.cjs', import.meta.url))
/** Processes look for a change every 20 ms; the file system's clock lags by a tick of up to 10 ms. */
const clockDelayMs = 40
/** The build: it starts much sooner than the sources. */
const entry = fileURLToPath(new URL('../../dist/entry/hook/main.cjs', import.meta.url))

export interface MachineOptions {
  readonly startsAt: Date
  readonly timeZone: string
  /** Simulated seconds in a real one, for timers of a minute and more. */
  readonly speed: number
}

export function createMachine({ startsAt, timeZone, speed }: MachineOptions): Machine {
  const world = createWorld()
  const file = world.path('clock')
  const steps: [from: number, offset: number][] = []
  const addStep = (time: Date) => {
    const now = Date.now()
    steps.push([now, time.getTime() - now])
    writeFileAtomically(file, JSON.stringify(steps))
  }
  addStep(startsAt)
  const clock = { SOAK_CLOCK: file, SOAK_SPEED: String(speed), TZ: timeZone }
  installHook(ensureHome(world.paths.root), {
    ...hookTargets,
    entry,
    node: writeNode(world),
  })
  return {
    world,
    // A hook that found no daemon would start one that nobody watches.
    env: { ...clock, NODE_OPTIONS: `--require=${preload}`, THROUGHLINE_AUTOSTART: 'off' },
    reportOf: (pid) => `${file}.${pid}`,
    now: () => new Date(Date.now() + (steps.at(-1)?.[1] ?? 0)),
    async setClock(time) {
      addStep(time)
      await delay(clockDelayMs)
    },
  }
}

/** The hook clears NODE_OPTIONS, so its Node gets the clock by the command line. */
function writeNode(world: World): string {
  const file = world.path('node')
  const [node = '', clock = ''] = [process.execPath, preload].map(quoteForShell)
  writeFileSync(file, `#!/bin/sh\nexec ${node} --require ${clock} "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

/** A machine with a home of its own that runs a released program. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { createWorld, type World, waitFor } from '../../test/support/homes/world.ts'

interface RunOptions {
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

type Run = (args: readonly string[], options?: RunOptions) => Promise<string>

export interface Machine {
  readonly world: World
  /** The file that starts the program. */
  readonly program: string
  /** @returns its output; nothing from a command that this program does not have, which is named */
  readonly run: Run
  /** An event of Claude Code. */
  send(event: string, payload: object): Promise<void>
  makeFolder(name: string): string
  /** Waits until the daemon has read every event and done every job that is due. */
  settle(): Promise<void>
}

export function openMachine(program: string): Machine {
  const world = createWorld()
  const run: Run = async (args, { input = '', cwd = world.project, env = {} } = {}) => {
    const options = { cwd, env: { ...world.env, ...env } }
    const child = spawn(process.execPath, [program, ...args], options)
    world.watch(child)
    child.stdin.end(input)
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      child.exitCode ?? once(child, 'exit'),
    ])
    if (child.exitCode === 0) return stdout
    if (!isMissing.test(stderr)) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`)
    process.stderr.write(`left out: ${args.join(' ').slice(0, 60)}\n`)
    return ''
  }
  return {
    ...{ world, program, run },
    async send(event, payload) {
      await run(['hook', 'claude-code', event], { input: JSON.stringify(payload) })
    },
    makeFolder(name) {
      mkdirSync(world.path(name))
      return world.path(name)
    },
    settle: () =>
      waitFor('the daemon to finish', () => isIdle(world), 60_000).then(() => undefined),
  }
}

const isMissing = /unknown (?:command|option|setting)|too many arguments/i

function isIdle(world: World): boolean {
  if (readdirSync(world.paths.spool).some((file) => file.endsWith('.spool'))) return false
  const due = `SELECT count(*) AS n FROM jobs
    WHERE status = 'running' OR (status = 'pending' AND run_after < ?)`
  return world.rows(due, new Date().toISOString())[0]?.n === 0
}

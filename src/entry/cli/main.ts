/** The `throughline` command. Commands load what they need only when they run. */
import { homedir } from 'node:os'
import { Command, CommanderError } from 'commander'
import { ThroughlineError } from '../../contract/errors.ts'
import { version } from '../../version.ts'
import { registerConfig } from './commands/config.ts'
import { registerDaemon } from './commands/daemon.ts'
import { registerDemo } from './commands/demo.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerHook } from './commands/hook.ts'
import { registerJobs } from './commands/jobs.ts'
import { registerProjects } from './commands/projects.ts'
import { registerSessions } from './commands/sessions.ts'
import { registerSetup } from './commands/setup.ts'
import { registerStatus } from './commands/status.ts'
import { type CliContext, type CliWorld, createContext } from './context.ts'
import { examples } from './examples.ts'

const commands = [
  registerSetup,
  registerDemo,
  registerStatus,
  registerDoctor,
  registerDaemon,
  registerSessions,
  registerProjects,
  registerJobs,
  registerConfig,
  registerHook,
]

export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    userHome: homedir(),
    cwd: process.cwd(),
    isTerminal: process.stdout.isTTY === true,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  })
}

/** @returns the exit code: 0 done, 1 it failed, 2 it was asked for wrongly */
export async function run(argv: readonly string[], world: CliWorld): Promise<number> {
  const context = createContext(world)
  try {
    await createProgram(context).parseAsync([...argv], { from: 'user' })
    return context.exitCode
  } catch (error) {
    return report(error, argv.includes('--json'), world)
  }
}

export function createProgram(context: CliContext): Command {
  const program = new Command('throughline')
    .description('A memory for coding agents that survives sessions, compaction and machines.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', examples('demo', 'setup', 'status'))
    .configureOutput({ writeOut: context.write, writeErr: context.writeError })
  for (const register of commands) register(program, context)
  return program
}

const wrongInput = new Set(['invalid-input', 'invalid-config'])

function report(error: unknown, asJson: boolean, world: CliWorld): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const known = error instanceof ThroughlineError ? error : undefined
  const code = known?.code ?? 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const hint = known ? known.hint : 'this is a fault of ours; throughline doctor may tell more'
  if (asJson) {
    world.writeError(`${JSON.stringify({ error: { code, message, hint } })}\n`)
  } else {
    world.writeError(`throughline: ${message}\n`)
    if (hint) world.writeError(`  ${hint}\n`)
  }
  return wrongInput.has(code) ? 2 : 1
}

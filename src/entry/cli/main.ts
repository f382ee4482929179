/** The `throughline` command. Commands load what they need only when they run. */
import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { isatty } from 'node:tty'
import { Command, CommanderError } from 'commander'
import { meaningOf, ThroughlineError } from '../../contract/errors.ts'
import { version } from '../../home/version.ts'
import { type CliContext, type CliWorld, createContext } from './context.ts'
import { errorText, unprinted } from './error-text.ts'
import { examples } from './examples.ts'
import { registerContext } from './find/context.ts'
import { registerList } from './find/list.ts'
import { registerRecall } from './find/recall.ts'
import { registerShow } from './find/show.ts'
import { registerTimeline } from './find/timeline.ts'
import { registerDashboard } from './get-started/dashboard.ts'
import { registerDemo } from './get-started/demo.ts'
import { registerDoctor } from './get-started/doctor.ts'
import { registerRemove } from './get-started/remove.ts'
import { registerSetup } from './get-started/setup.ts'
import { registerStatus } from './get-started/status.ts'
import { registerCost } from './history/cost.ts'
import { registerExport } from './history/export.ts'
import { registerProjects } from './history/projects.ts'
import { registerSessions } from './history/sessions.ts'
import { registerConfig } from './maintain/config.ts'
import { registerDaemon } from './maintain/daemon.ts'
import { registerEmbeddings } from './maintain/embeddings.ts'
import { registerGuidance } from './maintain/guidance.ts'
import { registerHook } from './maintain/hook.ts'
import { registerJobs } from './maintain/jobs.ts'
import { registerMcp } from './maintain/mcp.ts'
import { registerRebuild } from './maintain/rebuild.ts'
import { registerSubscribers } from './maintain/subscribers.ts'
import { registerClear } from './memories/clear.ts'
import { registerConsolidate } from './memories/consolidate.ts'
import { registerEdit } from './memories/edit.ts'
import { registerExtract } from './memories/extract.ts'
import { registerForget } from './memories/forget.ts'
import { registerPin } from './memories/pin.ts'
import { registerRemember } from './memories/remember.ts'
import { registerReview } from './memories/review.ts'
import { readKey } from './read-key.ts'
import { refuseUnknownCommands } from './refuse-unknown-commands.ts'

const commands = [
  registerSetup,
  registerRemove,
  registerDemo,
  registerStatus,
  registerDoctor,
  registerDaemon,
  registerDashboard,
  registerRemember,
  registerRecall,
  registerList,
  registerShow,
  registerEdit,
  registerForget,
  registerPin,
  registerClear,
  registerContext,
  registerTimeline,
  registerSessions,
  registerExtract,
  registerConsolidate,
  registerReview,
  registerProjects,
  registerExport,
  registerRebuild,
  registerEmbeddings,
  registerCost,
  registerJobs,
  registerSubscribers,
  registerConfig,
  registerMcp,
  registerGuidance,
  registerHook,
]

export async function main(): Promise<void> {
  process.stdout.on('error', endWithReader)
  process.on('uncaughtException', endWith)
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    userHome: homedir(),
    cwd: currentFolder(),
    isTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns,
    input: {
      isTerminal: isatty(0),
      read: () => text(process.stdin),
      ...(isatty(0) && { nextKey: () => readKey(process.stdin) }),
    },
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  })
}

/** @returns undefined in a folder that was removed, as a deleted worktree is */
function currentFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

/** `throughline list | head -1`: once nobody reads any more, there is nothing left to do. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  endWith(unprinted(error))
}

function endWith(error: Error): never {
  process.stderr.write(errorText(error, process.argv.includes('--json')))
  process.exit(1)
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
    .configureOutput({
      writeOut: context.write,
      writeErr: context.writeError,
      outputError: () => undefined,
    })
  for (const register of commands) register(program, context)
  for (const command of program.commands) refuseUnknownCommands(command)
  return program
}

function report(error: unknown, asJson: boolean, world: CliWorld): number {
  if (error instanceof CommanderError && isHelp(error)) return error.exitCode === 0 ? 0 : 2
  const told = error instanceof CommanderError ? asWrongInput(error) : error
  world.writeError(errorText(told, asJson))
  return meaningOf(told).exitCode
}

/** It was printed, because it was asked for or because no command was given. */
function isHelp({ code, exitCode }: CommanderError): boolean {
  return exitCode === 0 || code === 'commander.help'
}

/** Commander says «error: unknown option '--jsn'», and on a second line «(Did you mean --json?)». */
function asWrongInput({ message }: CommanderError): ThroughlineError {
  const [said = '', guess] = message.replace(/^error: /, '').split('\n')
  const hint = guess?.replace(/^\(D(.*)\)$/, 'd$1') ?? 'add --help to see how it is called'
  return new ThroughlineError('invalid-input', said, { hint })
}

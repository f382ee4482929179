/** The `throughline` command. Commands load what they need only when they run. */
import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { isatty } from 'node:tty'
import { Command, CommanderError } from 'commander'
import { ThroughlineError } from '../../contract/errors.ts'
import { version } from '../../version.ts'
import { registerClear } from './commands/clear.ts'
import { registerConfig } from './commands/config.ts'
import { registerConsolidate } from './commands/consolidate.ts'
import { registerContext } from './commands/context.ts'
import { registerCost } from './commands/cost.ts'
import { registerDaemon } from './commands/daemon.ts'
import { registerDashboard } from './commands/dashboard.ts'
import { registerDemo } from './commands/demo.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerEdit } from './commands/edit.ts'
import { registerEmbeddings } from './commands/embeddings.ts'
import { registerExport } from './commands/export.ts'
import { registerExtract } from './commands/extract.ts'
import { registerForget } from './commands/forget.ts'
import { registerGuidance } from './commands/guidance.ts'
import { registerHook } from './commands/hook.ts'
import { registerJobs } from './commands/jobs.ts'
import { registerList } from './commands/list.ts'
import { registerMcp } from './commands/mcp.ts'
import { registerPin } from './commands/pin.ts'
import { registerProjects } from './commands/projects.ts'
import { registerRebuild } from './commands/rebuild.ts'
import { registerRecall } from './commands/recall.ts'
import { registerRemember } from './commands/remember.ts'
import { registerRemove } from './commands/remove.ts'
import { registerReview } from './commands/review.ts'
import { registerSessions } from './commands/sessions.ts'
import { registerSetup } from './commands/setup.ts'
import { registerShow } from './commands/show.ts'
import { registerStatus } from './commands/status.ts'
import { registerSubscribers } from './commands/subscribers.ts'
import { registerTimeline } from './commands/timeline.ts'
import { type CliContext, type CliWorld, createContext } from './context.ts'
import { examples } from './examples.ts'
import { plain } from './present.ts'
import { readKey } from './read-key.ts'

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
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    userHome: homedir(),
    cwd: process.cwd(),
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

/** `throughline list | head -1`: once nobody reads any more, there is nothing left to do. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit()
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
    world.writeError(`throughline: ${plain(message)}\n`)
    if (hint) world.writeError(`  ${plain(hint)}\n`)
  }
  return wrongInput.has(code) ? 2 : 1
}

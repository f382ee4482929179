/** The `throughline` command. Each command loads when it is called. */
import { homedir } from 'node:os'
import { sep } from 'node:path'
import { findAgentAbove, findAgentMark } from '../../compose/agent-shell.ts'
import { lowerPriority } from '../../compose/import/lower-priority.ts'
import { meaningOf, ThroughlineError } from '../../contract/errors.ts'
import { hostNames } from '../../contract/vocabulary.ts'
import { readCallerNames } from '../../core/model/caller-names.ts'
import { chooseHome } from '../../home/environment.ts'
import { packageFolder } from '../../home/program-files.ts'
import { tryTo } from '../../home/try-to.ts'
import { version } from '../../home/version.ts'
import { KeptAsProposal, refuseForAgent } from './agent-authority.ts'
import { createBackend } from './backend.ts'
import { type CliWorld, createContext } from './context.ts'
import { errorText } from './error-text.ts'
import { commandHelp, helpLook, programHelp } from './help.ts'
import { commandNamed, listCommands } from './manifest.ts'
import { type Call, helpHint, parseCall, unknownCommand } from './parse-call.ts'
import {
  createErrorOutput,
  createOutput,
  endOnUncaughtErrors,
  isTerminalAt,
} from './standard-output.ts'
import { createKeyReader, readAll } from './user-input.ts'

export async function main(): Promise<void> {
  endOnUncaughtErrors()
  const [isTyped, isTerminal] = [isTerminalAt(0), isTerminalAt(1)]
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    userHome: homedir(),
    cwd: currentFolder(),
    isTerminal,
    columns: isTerminal ? process.stdout.columns || undefined : undefined,
    errorColumns: isTerminalAt(2) ? process.stderr.columns || undefined : undefined,
    input: {
      isTerminal: isTyped,
      read: () => readAll(process.stdin),
      ...(isTyped && { nextKey: createKeyReader(() => process.stdin) }),
    },
    write: createOutput(),
    writeError: createErrorOutput(),
    lowerPriority,
    agent: () => findAgentAbove(chooseHome(process.env, homedir(), currentFolder()).root),
  })
}

/** @returns undefined in a folder that was removed, such as a deleted worktree */
const currentFolder = (): string | undefined => tryTo(() => process.cwd())

/** @returns the exit code: 0 success, 1 failure, 2 wrong usage */
export async function run(argv: readonly string[], given: CliWorld): Promise<number> {
  const isByNpx = isClone && given.env.npm_command === 'exec'
  const world = isByNpx
    ? { ...given, asCalled: byNpx, writeError: (text: string) => given.writeError(byNpx(text)) }
    : given
  try {
    const agent = onlyOnce(() => findAgentMark(world.env) ?? world.agent?.())
    return await execute(argv, { ...world, agent })
  } catch (error) {
    if (error instanceof KeptAsProposal) {
      const { answer, message } = error
      world.write(argv.includes('--json') ? `${JSON.stringify(answer, null, 2)}\n` : `${message}\n`)
      return 0
    }
    world.writeError(errorText(error, argv.includes('--json'), world.errorColumns))
    if (wantsStack(error, world)) world.writeError(`${(error as Error).stack}\n`)
    return meaningOf(error).exitCode
  }
}

/** npx also runs tarballs, from a folder of its own; a clone is no dependency of anything. */
const isClone = !packageFolder.split(sep).includes('node_modules')

/** Names the commands in a text as a person can type them in a clone. */
function byNpx(text: string): string {
  const names = listCommands().map(({ name }) => name)
  const command = new RegExp(`(?<![\\w/.-]|npx )throughline (?=--|(?:${names.join('|')})\\b)`, 'g')
  return text.replace(command, 'npx $&')
}

/** For a bug report; a build keeps the names of functions. */
function wantsStack(error: unknown, { env }: CliWorld): boolean {
  const isExpected = error instanceof ThroughlineError && error.code !== 'internal'
  return !isExpected && env.NODE_DEBUG === 'throughline'
}

function onlyOnce<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

async function execute(argv: readonly string[], world: CliWorld): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined) {
    const { showOverview } = await import('./get-started/show-overview.ts')
    await showOverview(createContext(world, createBackend))
    return 0
  }
  const all = rest.length === 1 && rest[0] === '--all'
  if (['--help', '-h'].includes(name) || (name === 'help' && (all || rest.length === 0))) {
    world.write(programHelp(helpLook(world), { all }))
    return 0
  }
  if (name === 'help') return execute([...rest, '--help'], world)
  if (['--version', '-v', '-V'].includes(name)) {
    world.write(`${version}\n`)
    return 0
  }
  const entry = commandNamed(name)
  if (!entry) throw unknown(name)
  const call = parseCall(await entry.load(), [entry.name], rest)
  if (call.wantsHelp) {
    world.write(commandHelp(call, entry.summary, helpLook(world)))
    return 0
  }
  const { problem } = readCallerNames(world.env)
  // A hook never says anything.
  if (problem && name !== 'hook') world.writeError(`${problem}\n`)
  refuseForAgent(call, world.agent)
  refuseHostAsAgent(call)
  const context = createContext(isForAgents(name) ? withOwnHome(world) : world, createBackend)
  try {
    await call.command.run?.(context, call.options, ...call.args)
  } catch (error) {
    throw withHint(error, call)
  }
  return context.exitCode
}

/** `--agent` names a subagent whose memories are kept apart. */
function refuseHostAsAgent({ options: { agent }, path }: Call): void {
  if (typeof agent !== 'string' || !(agent in hostNames)) return
  throw new ThroughlineError('invalid-input', `${agent} is a coding agent, not a subagent`, {
    hint:
      path[0] === 'recall'
        ? `--host ${agent} finds what it did or learned`
        : `throughline recall --host ${agent} WORDS finds what it did or learned`,
  })
}

/** Agents start these on their own, in an environment that a repository may influence. */
const isForAgents = (name: string) => ['mcp', 'hook'].includes(name)

/** An agent falls back to the user's memory: nobody is there to fix the variable. */
function withOwnHome(world: CliWorld): CliWorld {
  const { root, refusal } = chooseHome(world.env, world.userHome, world.cwd)
  return refusal ? { ...world, env: { ...world.env, THROUGHLINE_HOME: root } } : world
}

/** The contract knows what is wrong with a value, but not which command got it. */
function withHint(error: unknown, { path }: Call): unknown {
  const isWrongValue = error instanceof ThroughlineError && error.code === 'invalid-input'
  if (!isWrongValue || error.hint !== undefined) return error
  return new ThroughlineError(error.code, error.message, { hint: helpHint(path), cause: error })
}

function unknown(name: string): ThroughlineError {
  if (!name.startsWith('-')) {
    const names = listCommands().map((entry) => entry.name)
    return unknownCommand(name, names, 'throughline help --all lists the commands')
  }
  const hint = 'throughline help --all lists the commands'
  return new ThroughlineError('invalid-input', `unknown option '${name}'`, { hint })
}

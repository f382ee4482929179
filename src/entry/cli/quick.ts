/**
 * Answers commands that only read from the running daemon, else straight from the database. `main.ts`
 * runs everything else, and reports every error. The build bundles this into a few files, since
 * finding modules takes longer than reading.
 */
import { existsSync, fstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { readPlainConfig } from '../../compose/quick/plain-config.ts'
import type { QuickOperations } from '../../compose/quick/read-operations.ts'
import { plainOperations } from '../../contract/plain.ts'
import { readPlainInput } from '../../contract/plain-input.ts'
import { hostNames } from '../../contract/vocabulary.ts'
import { readCallerNames } from '../../core/model/caller-names.ts'
import type { HomePaths } from '../../home/paths.ts'
import { version } from '../../home/version.ts'
import { print } from '../hook/standard-streams.ts'
import { type Ask, type Backend, type CliWorld, createContext, type Reader } from './context.ts'
import { readingCommands } from './manifest.ts'
import { parseCall } from './parse-call.ts'

/** @returns false if `main` must run the command; then nothing was printed */
export async function answerQuickly(argv: readonly string[]): Promise<boolean> {
  const write = (text: string) => print(text).catch((error: Error) => failToPrint(error, argv))
  try {
    const [isTyped, isTerminal] = [isTerminalAt(0), isTerminalAt(1)]
    const answer = await runQuickly(argv, {
      show: write,
      env: process.env,
      userHome: homedir(),
      cwd: process.cwd(),
      isTerminal,
      columns: isTerminal ? process.stdout.columns : undefined,
      input: { isTerminal: isTyped, read: leave, ...(isTyped && { nextKey: readTypedKey }) },
    })
    if (!answer) return false
    await write(answer.output)
    if (answer.errors !== '') process.stderr.write(answer.errors)
    process.exitCode ||= answer.exitCode
    return true
  } catch {
    return false
  }
}

async function readTypedKey(): Promise<string | undefined> {
  const { readKey } = await import('./read-key.ts')
  return readKey(process.stdin)
}

/** Loading node:tty takes 5 ms, so files and pipes are recognised without it. */
function isTerminalAt(descriptor: number): boolean {
  if (!fstatSync(descriptor).isCharacterDevice()) return false
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}

async function failToPrint(error: Error, argv: readonly string[]): Promise<void> {
  const { errorText, outputError } = await import('./error-text.ts')
  process.stderr.write(errorText(outputError(error), argv.includes('--json')))
  process.exitCode = 1
}

interface QuickAnswer {
  readonly output: string
  readonly errors: string
  readonly exitCode: number
}

interface QuickWorld extends Omit<CliWorld, 'write' | 'writeError'> {
  /** Prints what there is before a key is read; the rest is returned. */
  readonly show?: (text: string) => Promise<void>
}

/** @returns undefined when `main` must run the command */
export async function runQuickly(
  [name, ...rest]: readonly string[],
  { show, ...world }: QuickWorld,
): Promise<QuickAnswer | undefined> {
  const entry = readingCommands.find((each) => each.name === name)
  if (!entry || readCallerNames(world.env).problem) return undefined
  try {
    const call = parseCall(await entry.load(), [entry.name], rest)
    if (call.wantsHelp) return undefined
    const output: string[] = []
    const errors: string[] = []
    const write = (text: string) => output.push(text)
    const writeError = (text: string) => errors.push(text)
    const nextKey = async () => {
      await show?.(output.splice(0).join(''))
      return world.input?.nextKey?.()
    }
    const input = world.input && { ...world.input, ...(world.input.nextKey && { nextKey }) }
    const quickWorld = { ...world, ...(input && { input }), write, writeError }
    const context = createContext(quickWorld, quickBackend)
    await call.command.run?.(context, call.options, ...call.args)
    return { output: output.join(''), errors: errors.join(''), exitCode: context.exitCode }
  } catch {
    return undefined
  }
}

function quickBackend(world: CliWorld, paths: HomePaths): Backend {
  const read =
    (isFresh: boolean): Backend['read'] =>
    async (work) => {
      const access = createAccess(world, paths, isFresh)
      try {
        return await work(access.reader)
      } finally {
        await access.close()
      }
    }
  return {
    openHome: leave,
    async loadConfig() {
      return readPlainConfig(paths, world.env, { isStrict: true }) ?? leave()
    },
    // A file with unknown settings is left to the whole program.
    unknownSettings: async () => [],
    read: read(false),
    readFresh: read(true),
    withLocal: leave,
    withFreshLocal: leave,
  }
}

interface Access {
  readonly reader: Reader
  close(): Promise<void>
}

function createAccess({ env, userHome }: CliWorld, paths: HomePaths, isFresh: boolean): Access {
  let opened: Promise<QuickOperations | undefined> | undefined
  const open = async () => {
    const { openQuickOperations } = await import('../../compose/quick/read-operations.ts')
    return openQuickOperations({ root: paths.root, userHome, env }, { isFresh })
  }
  const ask: Ask = async (name, given) => {
    const { http, fields } = plainOperations[name]
    const input = readPlainInput(fields, given) ?? leave()
    const answer = canAskDaemon(paths, env) && (await askDaemon(paths, http, input))
    if (answer) return answer as never
    opened ??= open()
    const operations = (await opened) ?? leave()
    return operations.run(name, input as never)
  }
  return {
    reader: {
      ask,
      async requireHost(name) {
        if (!Object.hasOwn(hostNames, name)) leave()
      },
    },
    async close() {
      const operations = await opened?.catch(() => undefined)
      operations?.close()
    },
  }
}

/** A daemon of another version may answer differently, and no daemon sees this environment. */
function canAskDaemon({ runFile }: HomePaths, env: CliWorld['env']): boolean {
  const isNamed = [env.THROUGHLINE_PROJECT, env.THROUGHLINE_SESSION, env.THROUGHLINE_AGENT].some(
    Boolean,
  )
  if (isNamed || !existsSync(runFile)) return false
  const content = JSON.parse(readFileSync(runFile, 'utf8')) as { version?: unknown }
  return content.version === version
}

const patienceMs = 5_000

type Http = (typeof plainOperations)[keyof typeof plainOperations]['http']

/** @returns undefined if no daemon listens or it refuses; then the database is read */
async function askDaemon(
  { runFile }: HomePaths,
  { path, method, without = [] }: Http,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (method !== 'get' || without.some((name) => input[name] !== undefined)) return undefined
  const parameters = new URLSearchParams()
  let target = path
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`:${name}`))
      target = target.replace(`:${name}`, encodeURIComponent(`${value}`))
    else parameters.set(name, String(value))
  }
  const { requestDaemon } = await import('../../compose/quick/daemon-request.ts')
  const request = { method: 'GET', target: `${target}?${parameters}` } as const
  const reply = await requestDaemon(runFile, request, patienceMs)
  if (reply.kind === 'failed') return leave()
  return reply.kind === 'reply' && reply.status === '200' ? JSON.parse(reply.body) : undefined
}

function leave(): never {
  throw new Error('left to the whole program')
}

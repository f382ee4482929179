/** What a command gets: its surroundings, its output and the store. */
import { isAbsolute, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Local } from '../../compose/local.ts'
import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationName, OutputOf } from '../../contract/operations/index.ts'
import { visibleText } from '../../core/text/visible-text.ts'
import type { Environment } from '../../home/config.ts'
import { type HomePaths, homePaths, resolveHome } from '../../home/paths.ts'
import { table } from './present.ts'

interface StandardInput {
  /** Otherwise it is a pipe or a file. */
  readonly isTerminal: boolean
  read(): Promise<string>
  /** The next key pressed, undefined on Ctrl-C. Terminals only. */
  readonly nextKey?: () => Promise<string | undefined>
  /** The terminal that questions use, if it is not the one of this process. */
  readonly streams?: { readonly input: Readable; readonly output: Writable }
}

export interface CliWorld {
  readonly env: Environment
  readonly userHome: string
  /** Undefined if the folder was removed. */
  readonly cwd: string | undefined
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  readonly columns?: number | undefined
  readonly input?: StandardInput
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
  /** Lets other processes go first from now on. Absent where this process has more to do. */
  readonly makeWay?: () => void
}

export interface CliContext extends CliWorld {
  /** The current folder. @throws ThroughlineError `not-found` if it was removed */
  readonly cwd: string
  /** Resolves a path against the current folder. */
  resolvePath(given: string): string
  readonly paths: HomePaths
  /** One line or several, without what a terminal would act on. */
  print(text?: string): void
  /** Rows in aligned columns, each after `indent`. */
  printTable(rows: readonly (readonly string[])[], indent?: string): void
  printJson(value: unknown): void
  /** Creates a missing home folder. @throws ThroughlineError `unreadable-home` */
  openHome(): HomePaths
  /** @throws ThroughlineError `invalid-config` */
  loadConfig(): Promise<Config>
  /** For commands that only read: may answer without loading the whole program. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** The same, with every captured event stored first. */
  readFresh<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** Opens the store while `work` runs. */
  withLocal<T>(work: (local: AskableLocal) => Promise<T>): Promise<T>
  /** The same, with every captured event stored first. */
  withFreshLocal<T>(work: (local: AskableLocal) => Promise<T>): Promise<T>
  /** The exit code of the process when nothing is thrown. */
  exitCode: number
}

/** Runs an operation on input as typed. @throws ThroughlineError */
export type Ask = <Name extends OperationName>(
  name: Name,
  given: Readonly<Record<string, unknown>>,
) => Promise<OutputOf<Name>>

export interface Reader {
  readonly ask: Ask
  /** @throws ThroughlineError `invalid-input` for a name that no host has */
  requireHost(name: string): Promise<void>
  /** `Claude Code` for `claude-code`. */
  hostName(name: string): Promise<string>
}

export type AskableLocal = Local & Pick<Reader, 'ask'>

export type Backend = Pick<
  CliContext,
  'openHome' | 'loadConfig' | 'read' | 'readFresh' | 'withLocal' | 'withFreshLocal'
>

export function createContext(
  world: CliWorld,
  backend: (world: CliWorld, paths: HomePaths) => Backend,
): CliContext {
  const root = resolveHome(world.env, world.userHome)
  const { cwd, ...rest } = world
  const requireFolder = () => cwd ?? folderIsGone()
  const paths = homePaths(root)
  const print = (text = '') => world.write(`${visibleText(text)}\n`)
  return {
    ...rest,
    ...backend(world, paths),
    get cwd() {
      return requireFolder()
    },
    resolvePath: (given) => (isAbsolute(given) ? resolve(given) : resolve(requireFolder(), given)),
    paths,
    exitCode: 0,
    print,
    printTable(rows, indent = '') {
      for (const line of table(rows)) print(indent + line)
    },
    printJson: (value) => world.write(`${JSON.stringify(value, null, 2)}\n`),
  }
}

function folderIsGone(): never {
  throw new ThroughlineError('not-found', 'the current folder was removed', {
    hint: 'go to a folder that exists, e.g. cd ~',
  })
}

/** Undefined in a folder that was removed. */
export function currentFolder(context: CliContext): string | undefined {
  try {
    return context.cwd
  } catch {
    return undefined
  }
}

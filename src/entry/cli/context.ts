/** What a command is given: the world it runs in, and ways to say something. */
import { isAbsolute, resolve } from 'node:path'
import type { Local } from '../../compose/local.ts'
import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationName, OutputOf } from '../../contract/operations/index.ts'
import type { Environment } from '../../home/config.ts'
import { type HomePaths, homePaths, resolveHome } from '../../home/paths.ts'
import { plain, table } from './present.ts'

export interface StandardInput {
  /** Somebody types; otherwise it is a pipe or a file. */
  readonly isTerminal: boolean
  /** All of it, to its end. */
  read(): Promise<string>
  /** The next key that is pressed; undefined on Ctrl-C. Only where somebody types. */
  readonly nextKey?: () => Promise<string | undefined>
}

export interface CliWorld {
  readonly env: Environment
  readonly userHome: string
  /** Unknown where the folder was removed meanwhile. */
  readonly cwd: string | undefined
  /** Standard output is a terminal with a person in front of it. */
  readonly isTerminal: boolean
  /** How wide that terminal is. */
  readonly columns?: number | undefined
  /** Standard input; without it there is nothing to read. */
  readonly input?: StandardInput
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
}

export interface CliContext extends CliWorld {
  /** The folder one is in. @throws ThroughlineError `not-found` when it was removed */
  readonly cwd: string
  /** A path as somebody gave it, seen from the folder one is in. */
  resolvePath(given: string): string
  readonly paths: HomePaths
  /** One line or several, without what a terminal would act on. */
  print(text?: string): void
  /** Rows in aligned columns, each after `indent`. */
  printTable(rows: readonly (readonly string[])[], indent?: string): void
  /** The whole result as JSON, for other programs. */
  printJson(value: unknown): void
  /** Makes the home folder if it is missing. @throws ThroughlineError `unreadable-home` */
  openHome(): HomePaths
  /** The settings as they are now. @throws ThroughlineError `invalid-config` */
  loadConfig(): Promise<Config>
  /** For commands that only read; these can be answered without loading the whole program. */
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
  /** As people write it: `Claude Code` for `claude-code`. */
  hostName(name: string): Promise<string>
}

export type AskableLocal = Local & Pick<Reader, 'ask'>

/** How commands reach the store and the settings. */
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
  const print = (text = '') => world.write(`${plain(text)}\n`)
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
    hint: 'go to one that exists, e.g. cd ~',
  })
}

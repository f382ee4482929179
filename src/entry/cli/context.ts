/** What a command gets: its surroundings, its output and the store. */
import { isAbsolute, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { AgentShell } from '../../compose/agent-shell.ts'
import type { Local } from '../../compose/local.ts'
import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { UnknownSetting } from '../../core/model/unknown-setting.ts'
import { visibleText } from '../../core/text/visible-text.ts'
import type { Environment } from '../../home/config.ts'
import { chooseHome } from '../../home/environment.ts'
import { type HomePaths, homePaths } from '../../home/paths.ts'
import { tryTo } from '../../home/try-to.ts'
import { wrapLine } from './present/fit-text.ts'
import { type TableRow, tableRows } from './present/table.ts'
import { columnsOf, paint, type Style, usesColour } from './present/terminal.ts'
import { type Ask, resolvingIds } from './resolve-ids.ts'

interface StandardInput {
  /** Otherwise it is a pipe or a file. */
  readonly isTerminal: boolean
  read(): Promise<string>
  /** The next key pressed, undefined on Ctrl-C. Terminals only. */
  readonly nextKey?: () => Promise<string | undefined>
  /** The terminal for questions, if it is not this process's own. */
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
  /** Width of the terminal that shows errors, if there is one. */
  readonly errorColumns?: number | undefined
  readonly input?: StandardInput
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
  /** Puts the commands in a text of ours as the person can type them. */
  readonly asCalled?: (text: string) => string
  /** The agent that runs this shell, if any. Finding it takes a while. */
  readonly agent?: () => AgentShell | undefined
  /** Lowers the priority of this process. Absent if it has more to do. */
  readonly lowerPriority?: () => void
}

export interface CliContext extends CliWorld {
  /** The current folder. @throws ThroughlineError `not-found` if it was removed */
  readonly cwd: string
  /** Resolves a path against the current folder. */
  resolvePath(given: string): string
  readonly paths: HomePaths
  /** Lines that fit the terminal, without control characters. */
  print(text?: string, style?: Style): void
  /** Rows in aligned columns, each after `indent`; `after` may print more below each row. */
  printTable(rows: readonly TableRow[], indent?: string, after?: (row: number) => void): void
  printJson(value: unknown): void
  /** Creates a missing home folder. @throws ThroughlineError `unreadable-home` */
  openHome(): HomePaths
  /** @throws ThroughlineError `invalid-config` */
  loadConfig(): Promise<Config>
  /** Settings in `config.json` that this version does not know. */
  unknownSettings(): Promise<readonly UnknownSetting[]>
  /** For commands that only read: the daemon may answer. */
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

export type { Ask }

export interface Reader {
  readonly ask: Ask
  /** @throws ThroughlineError `invalid-input` for a name that no host has */
  requireHost(name: string): Promise<void>
}

export type AskableLocal = Local & Pick<Reader, 'ask'>

export type Backend = Pick<
  CliContext,
  | 'openHome'
  | 'loadConfig'
  | 'unknownSettings'
  | 'read'
  | 'readFresh'
  | 'withLocal'
  | 'withFreshLocal'
>

export function createContext(
  world: CliWorld,
  backend: (world: CliWorld, paths: HomePaths) => Backend,
): CliContext {
  const { root, refusal } = chooseHome(world.env, world.userHome, world.cwd)
  if (refusal) throw refusal
  const { cwd, ...rest } = world
  const requireFolder = () => cwd ?? folderIsGone()
  const paths = homePaths(root)
  const columns = columnsOf(world)
  const hasColour = usesColour(world.env, world.isTerminal)
  const { asCalled = (text: string) => text } = world
  const print = (text = '', style?: Style) => {
    const shown = linesThatFit(visibleText(asCalled(text)), columns)
    const lines = style && hasColour ? shown.map((line) => paint(line, style)) : shown
    world.write(`${lines.join('\n')}\n`)
  }
  const calledCells = (row: TableRow): TableRow =>
    row.map((cell) =>
      typeof cell === 'string' ? asCalled(cell) : { ...cell, text: asCalled(cell.text) },
    )
  return {
    ...rest,
    ...takingIdParts(backend(world, paths)),
    get cwd() {
      return requireFolder()
    },
    resolvePath: (given) => (isAbsolute(given) ? resolve(given) : resolve(requireFolder(), given)),
    paths,
    columns,
    exitCode: 0,
    print,
    printTable(rows, indent = '', after) {
      const room = columns === undefined ? undefined : columns - indent.length
      tableRows(rows.map(calledCells), { columns: room, hasColour }).forEach((lines, row) => {
        for (const line of lines) world.write(`${indent}${line}\n`)
        after?.(row)
      })
    },
    printJson: (value) => world.write(`${JSON.stringify(value, null, 2)}\n`),
  }
}

/** From then on operations accept parts of ids. */
function takingIdParts(backend: Backend): Backend {
  const { read, readFresh, withLocal, withFreshLocal } = backend
  const wrap = <Asking extends { readonly ask: Ask }>(asking: Asking): Asking => ({
    ...asking,
    ask: resolvingIds(asking.ask),
  })
  return {
    ...backend,
    read: (work) => read((reader) => work(wrap(reader))),
    readFresh: (work) => readFresh((reader) => work(wrap(reader))),
    withLocal: (work) => withLocal((local) => work(wrap(local))),
    withFreshLocal: (work) => withFreshLocal((local) => work(wrap(local))),
  }
}

function linesThatFit(text: string, columns: number | undefined): string[] {
  const lines = text.split('\n')
  return columns === undefined ? lines : lines.flatMap((line) => wrapLine(line, columns))
}

function folderIsGone(): never {
  throw new ThroughlineError('not-found', 'the current folder was removed', {
    hint: 'go to a folder that exists, e.g. cd ~',
  })
}

/** Undefined in a folder that was removed. */
export function currentFolder(context: CliContext): string | undefined {
  return tryTo(() => context.cwd)
}

/** What a command is given: the world it runs in, and ways to say something. */
import { isAbsolute, resolve } from 'node:path'
import type { Local } from '../../compose/local.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Environment } from '../../home/config.ts'
import { ensureHome } from '../../home/ensure-home.ts'
import { type HomePaths, homePaths, resolveHome } from '../../home/paths.ts'
import { plain } from './present.ts'

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
  /** One line of output, or several; whatever it holds, a terminal only shows it. */
  print(line?: string): void
  /** The whole result as JSON, for other programs. */
  printJson(value: unknown): void
  /** Makes the home folder if it is not there. @throws ThroughlineError `unreadable-home` */
  openHome(): HomePaths
  /** Opens the store for the time of `work`. */
  withLocal<T>(work: (local: Local) => Promise<T>): Promise<T>
  /** The same, after taking in what waits in the spool, so that the newest events are there. */
  withFreshLocal<T>(work: (local: Local) => Promise<T>): Promise<T>
  /** What the process exits with when nothing is thrown. */
  exitCode: number
}

export function createContext(world: CliWorld): CliContext {
  const root = resolveHome(world.env, world.userHome)
  const withLocal: CliContext['withLocal'] = async (work) => {
    const { openLocal } = await import('../../compose/local.ts')
    const { env, userHome } = world
    const projectName = env.THROUGHLINE_PROJECT
    const local = await openLocal({ root, userHome, env, projectName })
    try {
      if (local.replacedDatabase) {
        const { file, savedMemories } = local.replacedDatabase
        const carried = `the new one has ${savedMemories} memories of it`
        world.writeError(`the database was damaged and moved to ${file}; ${carried}\n`)
      }
      return await work(local)
    } finally {
      local.close()
    }
  }
  const { cwd, ...rest } = world
  const requireFolder = () => cwd ?? folderIsGone()
  return {
    ...rest,
    get cwd() {
      return requireFolder()
    },
    resolvePath: (given) => (isAbsolute(given) ? resolve(given) : resolve(requireFolder(), given)),
    withLocal,
    withFreshLocal: (work) =>
      withLocal(async (local) => {
        await drainBriefly(local)
        return work(local)
      }),
    paths: homePaths(root),
    exitCode: 0,
    openHome: () => ensureHome(root),
    print: (line = '') => world.write(`${plain(line)}\n`),
    printJson: (value) => world.write(`${JSON.stringify(value, null, 2)}\n`),
  }
}

function folderIsGone(): never {
  throw new ThroughlineError('not-found', 'the folder you are in was removed', {
    hint: 'go to one that is there, e.g. cd ~',
  })
}

const drainLimitMs = 3_000

/** A database that cannot be written is told by `throughline doctor`; what is stored can be read. */
async function drainBriefly(local: Local): Promise<void> {
  try {
    await local.drain(AbortSignal.timeout(drainLimitMs))
  } catch (error) {
    local.log.warn('the spool could not be drained', { error })
  }
}

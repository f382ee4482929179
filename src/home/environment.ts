/**
 * What the environment may decide. Several agents load a project's `.env`, so a repository may have
 * written it: it can switch Throughline off, and name a home that no repository can fill. Does
 * without the settings schema, which is slow to load.
 */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import { ThroughlineError } from '../contract/errors.ts'
import { packageFolder } from './program-files.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const off = /^\s*(0|false|off|no)\s*$/i

/** THROUGHLINE_ENABLED=off, for one process and its children. */
export function isSwitchedOff({ THROUGHLINE_ENABLED = '' }: Environment): boolean {
  return off.test(THROUGHLINE_ENABLED)
}

/** THROUGHLINE_DISABLED_PROJECTS, with commas or as a JSON list; added to those of the file. */
export function disabledProjectsIn({ THROUGHLINE_DISABLED_PROJECTS = '' }: Environment): string[] {
  const text = THROUGHLINE_DISABLED_PROJECTS.trim()
  const rules = text.startsWith('[') ? listIn(text) : text.split(',')
  return rules.map((rule) => rule.trim()).filter((rule) => rule !== '')
}

function listIn(json: string): string[] {
  try {
    return (JSON.parse(json) as unknown[]).map(String)
  } catch {
    return json.slice(1).split(',')
  }
}

export function switchOnHint({ env }: { readonly env: Environment }): string {
  return isSwitchedOff(env)
    ? 'take THROUGHLINE_ENABLED out of the environment'
    : 'throughline config set enabled true'
}

/** The error for a command that would store something while everything is off. */
export function allSwitchedOff(world: { readonly env: Environment }): ThroughlineError {
  const hint = switchOnHint(world)
  return new ThroughlineError('conflict', 'throughline is switched off', { hint })
}

export interface HomeChoice {
  readonly root: string
  /** Why THROUGHLINE_HOME is ignored; the root is then the home where this program is installed. */
  readonly refusal?: ThroughlineError
}

/** Decides which home a program uses. @param folder the current one, if it still exists */
export function chooseHome(
  env: Environment,
  userHome: string,
  folder: string | undefined,
): HomeChoice {
  const usual = join(userHome, '.throughline')
  const named = env.THROUGHLINE_HOME
  if (!named) return { root: usual }
  // Hosts pass variables from their settings without a shell.
  const root = /^~[/\\]/.test(named) ? join(userHome, named.slice(2)) : named
  const own = [usual, ...installedHome()]
  const fault = faultOf(root, { own, userHome, folder })
  if (fault === undefined) return { root: join(root) }
  const refusal = new ThroughlineError('invalid-input', `THROUGHLINE_HOME (${named}) ${fault}`, {
    hint: 'unset it, or name a folder that only you can write to, outside of any repository',
  })
  return { root: own.at(-1) ?? usual, refusal }
}

/** The home of a program that `setup` copied. */
function installedHome(): string[] {
  const versions = dirname(packageFolder)
  const isInstalled = basename(versions) === 'versions' && existsSync(join(versions, 'in-use'))
  return isInstalled ? [dirname(versions)] : []
}

interface Place {
  readonly own: readonly string[]
  readonly userHome: string
  readonly folder: string | undefined
}

function faultOf(home: string, { own, userHome, folder }: Place): string | undefined {
  if (!isAbsolute(home)) return 'is not an absolute path'
  const root = realPath(home)
  if (own.some((each) => realPath(each) === root)) return undefined
  return faultOfPlace(root, userHome, folder)
}

/** Why a file or folder named by a variable may not be the user's. */
export function faultOfPlace(
  place: string,
  userHome: string,
  folder: string | undefined,
): string | undefined {
  if (!isAbsolute(place)) return 'is not an absolute path'
  const root = realPath(place)
  if (isInProject(root, userHome, folder)) return 'is inside the current project'
  const above = foldersAbove(root, realPath(userHome))
  if (above.some((each) => existsSync(join(each, '.git')))) return 'is inside a repository'
  return isOthers(root) ? 'can be changed by other users' : undefined
}

/** Inside the current folder, or the repository around it. */
export function isInProject(place: string, userHome: string, folder: string | undefined): boolean {
  if (folder === undefined) return false
  const [here, user] = [realPath(folder), realPath(userHome)]
  // Nobody works on all of a user's files at once, except to look around.
  if (isInside(user, here)) return false
  const isRepository = (each: string) => existsSync(join(each, '.git'))
  return isInside(realPath(place), foldersAbove(here, user).findLast(isRepository) ?? here)
}

/** An empty folder becomes private on first use. */
function isOthers(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || process.platform === 'win32') return false
  if (found.uid !== process.getuid?.() && found.uid !== 0) return true
  if ((found.mode & 0o022) === 0) return false
  return !found.isDirectory() || readdirSync(path).length > 0
}

/** The folder and its parents; the user's own home may be a repository of settings. */
function foldersAbove(folder: string, userHome: string): string[] {
  const parent = dirname(folder)
  if (folder === userHome || parent === folder) return []
  return [folder, ...foldersAbove(parent, userHome)]
}

const isInside = (inner: string, outer: string) =>
  inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)

/** Resolves the part that exists. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}

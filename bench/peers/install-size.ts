/** How much an installed package brings along. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export interface InstallSize {
  readonly version: string
  readonly packages: number
  readonly megabytes: number
}

const lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string() })) })

/** @param folder in which npm installed the package, the parent of `node_modules` */
export function installSizeOf(folder: string, name: string): InstallSize {
  const modules = join(folder, 'node_modules')
  const text = readFileSync(join(modules, '.package-lock.json'), 'utf8')
  const { packages } = lock.parse(JSON.parse(text))
  return {
    version: packages[`node_modules/${name}`]?.version ?? 'unknown',
    packages: Object.keys(packages).length,
    megabytes: bytesIn(modules) / 1e6,
  }
}

/** A file with several names (hard links) counts once. */
function bytesIn(folder: string, seen = new Set<number>()): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(path, seen)
    const { ino, size } = lstatSync(path)
    if (seen.has(ino)) return sum
    seen.add(ino)
    return sum + size
  }, 0)
}

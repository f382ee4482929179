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

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesIn(path) : lstatSync(path).size)
  }, 0)
}

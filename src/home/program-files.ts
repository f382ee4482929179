/** Where this program's own files are, in sources or in a build. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const isBuilt = !import.meta.url.endsWith('.ts')

/** The folder of `package.json`. A build puts this module into files at several depths. */
export const packageFolder = nearestPackage(dirname(fileURLToPath(import.meta.url)))

/** A file of `src`, in the form that runs. */
export function programFile(path: string): string {
  return join(packageFolder, isBuilt ? 'dist' : 'src', path)
}

/**
 * A built file. Other processes run it even if this one runs from sources, which load ten times
 * slower.
 */
export function builtFile(path: string): string {
  return join(packageFolder, 'dist', path)
}

function nearestPackage(folder: string): string {
  const parent = dirname(folder)
  return parent === folder || existsSync(join(folder, 'package.json'))
    ? folder
    : nearestPackage(parent)
}

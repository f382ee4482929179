/** Where this program's own files are, whether its sources run or what was built from them. */
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

/** A file of the build. Other processes run it whatever runs here: the sources take ten times as long to load. */
export function builtFile(path: string): string {
  return join(packageFolder, 'dist', path)
}

function nearestPackage(folder: string): string {
  const parent = dirname(folder)
  return parent === folder || existsSync(join(folder, 'package.json'))
    ? folder
    : nearestPackage(parent)
}

/** Packages to install in tests: this build as npm packs it, under any version and with changes. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '..', '..', '..')

/** The folder of a package of this build with another version. */
export function makePackage(folder: string, version: string): string {
  mkdirSync(folder, { recursive: true })
  for (const name of ['bin', 'dist', 'LICENSE']) {
    cpSync(join(repository, name), join(folder, name), { recursive: true })
  }
  const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const { name, type, engines, bin, files } = manifest
  const text = JSON.stringify({ name, version, type, engines, bin, files }, null, 2)
  writeFileSync(join(folder, 'package.json'), `${text}\n`)
  return folder
}

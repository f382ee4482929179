/**
 * Makes everything that a release consists of, in `release/`: the tarball for npm, the program in one
 * file, the list of what is inside of it (SBOM) with licences, the Homebrew formula and the Nix
 * flake, and checksums. It publishes nothing.
 *
 *     node scripts/release.ts --url URL-OF-THE-TARBALL [--into FOLDER]
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readTarball } from '../src/adapters/installed-program/package-tarball.ts'
import { makeSbom } from './sbom.ts'
import { makeSingleFile } from './single-file.ts'
import { licencesFile, readPackagesInBuild } from './third-party.ts'

const root = resolve(import.meta.dirname, '..')
const templates = { 'throughline.rb': 'homebrew', 'flake.nix': 'nix' }

/** @param env of npm, which looks into the user's home */
export function makeRelease(folder: string, url: string, env = process.env): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    version: string
    description: string
  }
  const { name, version, description } = manifest
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  execFileSync('npm', pack, { cwd: root, env, shell: process.platform === 'win32' })
  const tarball = `${name}-${version}.tgz`
  const bytes = readFileSync(join(folder, tarball))
  const values = {
    ...{ version, description, url },
    homepage: new URL('/', url).href,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}`,
  }
  for (const [file, from] of Object.entries(templates)) {
    const template = readFileSync(join(root, 'packaging', from, file), 'utf8')
    writeFileSync(join(folder, file), fillIn(template, values))
  }
  const licences = join(root, 'dist', licencesFile)
  copyFileSync(licences, join(folder, licencesFile))
  const sbom = makeSbom({ root, env }, readPackagesInBuild(licences))
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  writeFileSync(
    join(folder, 'throughline.mjs'),
    makeSingleFile(readTarball(join(folder, tarball)), version),
  )
  const files = readdirSync(folder).sort()
  const sums = files.map((file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
    return `${hash}  ${file}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return files
}

/** @throws Error for a name without a value */
function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  const [, ...rest] = template.split('\n')
  return rest.join('\n').replace(/@([a-z0-9]+)@/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for @${name}@`)
    return value
  })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { url: { type: 'string' }, into: { type: 'string' } } })
  if (!values.url) throw new Error('say where the tarball will be: --url URL')
  const folder = resolve(values.into ?? join(root, 'release'))
  for (const file of makeRelease(folder, values.url))
    process.stdout.write(`${join(folder, file)}\n`)
}

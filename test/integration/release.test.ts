/** What a release consists of, made as for a release and checked without publishing anything. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRelease } from '../../scripts/release.ts'
import { version } from '../../src/home/version.ts'
import { createWorld, type World } from '../support/homes/world.ts'

const root = join(import.meta.dirname, '..', '..')
const url = `https://example.com/throughline-${version}.tgz`
let world: World
let folder: string
let env: Record<string, string>
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

beforeAll(() => {
  world = createWorld()
  folder = world.path('release')
  env = { ...world.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) }
  makeRelease(folder, url, env)
})

afterAll(() => world.close())

describe.each(['throughline.rb', 'flake.nix'])('%s', (name) => {
  it('has the version and the tarball with its hash, and nothing left to fill in', () => {
    const text = read(name)
    const hash = createHash('sha256').update(
      readFileSync(join(folder, `throughline-${version}.tgz`)),
    )
    const copy = hash.copy()
    expect(text).toContain(url)
    expect(text).toContain(`"${version}"`)
    expect(
      [hash.digest('hex'), `sha256-${copy.digest('base64')}`].some((each) => text.includes(each)),
    ).toBe(true)
    expect(text).not.toMatch(/@[a-z0-9]+@/)
  })

  it('closes what it opens', () => {
    const text = read(name).replace(/#[^{].*$/gm, '')
    for (const [open, close] of ['{}', '[]', '()'].map((pair) => [...pair])) {
      expect(text.split(open ?? '').length).toBe(text.split(close ?? '').length)
    }
  })

  it('runs a file that the tarball has', () => {
    expect(read(name)).toContain('bin/throughline.js')
    expect(existsSync(join(root, 'bin', 'throughline.js'))).toBe(true)
  })
})

it('the list of parts names bundled and native packages with licences, and no development tool', () => {
  const { components } = JSON.parse(read('sbom.cdx.json')) as {
    components: { name: string; licenses?: unknown[] }[]
  }
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['hono', 'react', 'zod', 'sqlite-vec']))
  for (const name of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(name)
  expect(components.every(({ licenses = [] }) => licenses.length > 0)).toBe(true)
})

it('the one file installs itself, and is in use from then on', () => {
  mkdirSync(join(world.userHome, '.claude'))
  const file = join(folder, 'throughline.mjs')
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: world.project, env: world.env, encoding: 'utf8' })
  expect(run(process.execPath, file, 'setup', '--yes')).toMatchObject({ status: 0, stderr: '' })
  expect(run(world.paths.command, '--version').stdout).toBe(`${version}\n`)
  expect(run(world.paths.command, 'remember', 'The word is quagga').status).toBe(0)
  expect(run(process.execPath, file, 'recall', 'quagga').stdout).toContain('The word is quagga')
})

it('npm would publish it without a complaint', () => {
  const args = [
    'publish',
    '--dry-run',
    '--ignore-scripts',
    '--offline',
    `./throughline-${version}.tgz`,
  ]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' })
  const warnings = stderr.match(/npm (?:warn|error).*/g) ?? []
  expect(status).toBe(0)
  expect(warnings.filter((line) => !line.includes('logged in'))).toEqual([])
})

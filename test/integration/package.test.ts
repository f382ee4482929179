/** What users get: the packed package, installed elsewhere without our development tools. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { licencesFile, readPackagesInBuild } from '../../scripts/third-party.ts'
import { version } from '../../src/home/version.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import {
  type LoopbackRegistry,
  serveInstalledPackages,
} from '../support/processes/loopback-registry.ts'
import { runShim } from '../support/processes/shim.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')
let world: World
let registry: LoopbackRegistry
let elsewhere: string

beforeAll(async () => {
  world = createWorld()
  registry = await serveInstalledPackages()
  elsewhere = world.path('elsewhere')
  mkdirSync(elsewhere)
  // Without scripts: `prepare` would take the build away from under the other tests.
  await npm(repository, 'pack', '--ignore-scripts', '--pack-destination', world.folder)
  const tarball = world.path(`throughline-${version}.tgz`)
  await npm(elsewhere, 'install', '--omit=dev', '--no-audit', '--no-fund', tarball)
})

afterAll(async () => {
  registry.close()
  await world.close()
})

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const env = {
    ...world.env,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    npm_config_registry: registry.address,
    npm_config_cache: world.path('npm-cache'),
    npm_config_userconfig: world.path('npmrc'),
    npm_config_globalconfig: world.path('npmrc-global'),
    npm_config_update_notifier: 'false',
  }
  return (await run('npm', args, { cwd, env })).stdout
}

const throughline = (...args: string[]) =>
  npm(elsewhere, 'exec', '--offline', '--', 'throughline', ...args)

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0)
}

it('is fewer than 45 packages and less than 30 MB', () => {
  const lock = join(elsewhere, 'node_modules', '.package-lock.json')
  const packages = Object.keys(JSON.parse(readFileSync(lock, 'utf8')).packages)
  expect(packages).toContain('node_modules/throughline')
  expect(packages.length).toBeLessThan(45)
  expect(sizeOf(join(elsewhere, 'node_modules'))).toBeLessThan(30_000_000)
})

it('contains the build and no sources, tests or settings of ours', () => {
  const installed = join(elsewhere, 'node_modules', 'throughline')
  const names = readdirSync(installed)
  expect(names).toEqual(expect.arrayContaining(['bin', 'dist', 'package.json', 'LICENSE']))
  for (const name of ['src', 'test', 'scripts', '.ci', 'node_modules']) {
    expect(names).not.toContain(name)
  }
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.test\.|\.ts$/.test(name))).toEqual([])
})

it('brings the licences of the packages that are in its files', () => {
  const file = join(elsewhere, 'node_modules', 'throughline', 'dist', licencesFile)
  const names = readPackagesInBuild(file).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['hono', 'pino', 'react', 'zod']))
  expect(existsSync(join(elsewhere, 'node_modules', 'hono'))).toBe(false)
})

it('says its version', async () => {
  expect((await throughline('--version')).trim()).toBe(version)
})

it('names the package that a team server needs, and needs it for nothing else', async () => {
  const installed = join(elsewhere, 'node_modules', 'pg')
  expect(existsSync(installed)).toBe(false)
  const address = ['--public-url', 'http://127.0.0.1:4750']
  const refused = await throughline(
    ...['server', 'create', 'Acme', '--owner', 'ada@example.com', ...address],
  ).catch((error: { stderr: string }) => error.stderr)
  expect(refused).toContain('needs the package pg, which is not installed')
  expect(refused).toContain('npm install --global pg')
})

it('captures: setup, a hook, a daemon of its own, a session, and nothing after stop', async () => {
  await throughline('setup', '--host', 'claude-code', '--yes')
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  await runShim(world, 'SessionStart', start())
  await runShim(world, 'UserPromptSubmit', prompt(1, 'Pack it'))
  await runShim(world, 'PostToolUse', toolUse(1, 'toolu_1'))
  await runShim(world, 'Stop', stop(1, 'Packed.'))
  // The hook of the session's start has started it.
  const { pid } = await waitFor(
    'the daemon',
    () => existsSync(world.paths.runFile) && JSON.parse(readFileSync(world.paths.runFile, 'utf8')),
  )
  await waitFor('the events', () => world.rows('SELECT * FROM events').length === 4)
  const { timeline } = JSON.parse(await throughline('sessions', 's1', '--json'))
  expect(timeline).toMatchObject([{ prompt: 'Pack it', answer: 'Packed.', outcome: 'ok' }])
  expect(await throughline('stop')).toContain('The daemon stopped.')
  expect(isAlive(pid)).toBe(false)
})

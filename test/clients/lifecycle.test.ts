/**
 * From nothing to nothing: the packed tarball on a machine with six released clients and no clone.
 * Install, set up, import, work, recall, upgrade, roll back, uninstall; the clients' settings are the
 * same bytes again, and the clients start.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { version } from '../../src/home/version.ts'
import { stallFactor } from '../hermetic/stall-factor.ts'
import { isAlive, waitFor } from '../support/homes/world.ts'
import {
  type LoopbackRegistry,
  serveInstalledPackages,
} from '../support/processes/loopback-registry.ts'
import { makePackage } from '../support/processes/make-package.ts'
import * as driven from './drivers/agents.ts'
import type { Asked, Client } from './drivers/client.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'

const repository = join(import.meta.dirname, '..', '..')
const nextVersion = '99.0.0'
/** Fourteen starts of clients, and as many of our own program. */
const timeout = stallFactor * 600_000
const fact = 'Quagga builds need Node 24'

const { claudeCode, codex, copilot, gemini, openCode, qwen } = driven
const agents: readonly driven.Agent[] = [claudeCode, codex, copilot, gemini, openCode, qwen]
/** Their clients do not run here, so these files are written by hand. */
const withoutClient: Readonly<Record<string, string>> = {
  '.cursor/mcp.json': '{ "mcpServers": {} }\n',
  '.kiro/settings/mcp.json': '{\r\n  "mcpServers": {}\r\n}\r\n',
}

const scenarios = [
  { match: /^carry on$/, end: 'Carried on.' },
  { match: /^why does the quagga build fail\?$/, end: 'It runs on an old Node.' },
]

const { test, binaryOf } = await testWithClients(...agents.map(({ host }) => host))
const clients = new Map<driven.Agent, Client>()
let world: CaptureWorld
let registry: LoopbackRegistry
let tarball: string
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  world = await createCaptureWorld()
  registry = await serveInstalledPackages()
  env = {
    HOME: world.userHome,
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    TMPDIR: world.temporary,
    SHELL: '/bin/zsh',
    npm_config_registry: registry.address,
    npm_config_cache: join(world.root, 'npm-cache'),
    npm_config_prefix: join(world.root, 'prefix'),
    npm_config_userconfig: join(world.root, 'npmrc'),
    npm_config_update_notifier: 'false',
  }
  // Without scripts: `prepare` would build under the other tests.
  await npm(repository, 'pack', '--ignore-scripts', '--pack-destination', world.root)
  tarball = join(world.root, `throughline-${version}.tgz`)
})

afterAll(async () => {
  registry?.close()
  for (const { api } of clients.values()) await api.close()
  if (world && existsSync(installedCommand())) throughline('stop')
  await world?.close()
})

const homeFolder = () => join(world.userHome, '.throughline')
const installedCommand = () => join(homeFolder(), 'bin', 'throughline')

it('is installed by npm for all folders', async () => {
  await npm(world.repository, 'install', '--global', '--no-audit', '--no-fund', tarball)
  const command = join(world.root, 'prefix', 'bin', 'throughline')
  const run = spawnSync(command, ['--version'], { env, encoding: 'utf8' })
  expect(run).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test('leads from an empty machine through all of its life and back', { timeout }, async () => {
  await startEachClientOnce()
  const before = filesOfUser()

  const npx = ['exec', '--yes', '--package', tarball, '--', 'throughline']
  const installed = await npm(world.repository, ...npx, 'setup', '--yes')
  expect(connectedIn(installed)).toEqual(allAgents)
  expect(installed).toContain(`echo 'export PATH="$HOME/.throughline/bin:$PATH"' >> ~/.zshrc`)
  expect(installed).not.toContain('did not come through')
  const connected = filesOfUser()
  const settings = changedFiles(before, connected)

  // From here on neither the tarball nor npm's cache is there.
  rmSync(join(world.root, 'npm-cache'), { recursive: true })
  rmSync(tarball)
  expect(throughline('--version').trim()).toBe(version)
  for (const path of settings) expect(textOf(path)).not.toContain('npm-cache')
  throughline('config', 'set', 'hook.deadlineMs', '10000')

  const imported = JSON.parse(throughline('import', '--yes', '--json'))
  expect(imported).toMatchObject({ sessions: agents.length, failed: [] })
  expect(hostsOfSessions()).toEqual(agents.map(({ host }) => host))

  await ask(claudeCode, 'why does the quagga build fail?')
  await waitFor('the session', () => throughline('sessions').includes('quagga'), 60_000)
  expect(throughline('recall', 'quagga')).toContain('It runs on an old Node.')
  throughline('remember', fact)

  const { pid } = JSON.parse(throughline('start', '--json'))
  expect(throughline('upgrade', packNextVersion())).toContain('The daemon restarted.')
  expect(throughline('--version').trim()).toBe(nextVersion)
  await waitFor('the former daemon to end', () => !isAlive(pid))
  expect(pick(filesOfUser(), settings)).toEqual(pick(connected, settings))
  const carriedOn = await ask(codex, 'carry on')
  expect(JSON.stringify(carriedOn.asked[0])).toContain(fact)
  expect(JSON.parse(throughline('doctor', '--json'))).toMatchObject({ healthy: true })

  throughline('upgrade', '--rollback')
  expect(throughline('--version').trim()).toBe(version)
  expect(throughline('recall', 'quagga')).toContain(fact)

  throughline('uninstall', '--data', '--yes')
  expect(existsSync(homeFolder())).toBe(false)
  const after = filesOfUser()
  expect(pick(after, settings)).toEqual(pick(before, settings))
  // The two that were asked keep transcripts and databases of their own.
  const changed = changedFiles(before, after)
  expect(changed.filter((path) => !/^\.(claude|codex)\//.test(path))).toEqual([])

  for (const agent of agents) {
    const { answer, asked } = await ask(agent, 'carry on')
    expect(answer).toBe('Carried on.')
    expect(JSON.stringify(asked)).not.toMatch(/throughline-context|memory_store/)
  }
})

/** They write their own files, after the settings that make them ask the scripted model. */
async function startEachClientOnce(): Promise<void> {
  for (const [path, text] of Object.entries(withoutClient)) {
    const file = join(world.userHome, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const agent of agents) {
    const api = await agent.startApi(scenarios)
    const client = { binary: binaryOf(agent.host), world, api }
    agent.writeSettings(client)
    clients.set(agent, client)
  }
  for (const agent of agents) await ask(agent, 'carry on')
}

function ask(agent: driven.Agent, prompt: string): Promise<Asked> {
  const client = clients.get(agent)
  if (!client) throw new Error(`${agent.host} was not started`)
  return agent.ask(client, prompt)
}

/** The command that setup has installed. */
function throughline(...args: string[]): string {
  const options = { cwd: world.repository, env, encoding: 'utf8' } as const
  const run = spawnSync(installedCommand(), args, options)
  expect({ args, code: run.status, stderr: run.stderr }).toEqual({ args, code: 0, stderr: '' })
  return run.stdout
}

const allAgents = [
  'Claude Code',
  'Codex',
  'Copilot CLI',
  'Cursor',
  'Gemini CLI',
  'Kiro CLI',
  'OpenCode',
  'Qwen Code',
]

const connectedIn = (told: string) =>
  [...told.matchAll(/^(.+) is connected in /gm)].map(([, name]) => name).sort()

function hostsOfSessions(): string[] {
  const { sessions } = JSON.parse(throughline('sessions', '--json')) as {
    sessions: { host: string }[]
  }
  return [...new Set(sessions.map(({ host }) => host))].sort()
}

function packNextVersion(): string {
  const folder = makePackage(join(world.root, 'next', 'package'), nextVersion)
  const packed = join(world.root, 'next.tgz')
  spawnSync('tar', ['-czf', packed, '-C', dirname(folder), 'package'])
  return packed
}

async function npm(cwd: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('npm', args, { cwd, env })).stdout
}

const textOf = (path: string) => readFileSync(join(world.userHome, path), 'utf8')

/** Every file of the user's with a hash of its bytes, without caches. */
function filesOfUser(): Hashes {
  const entries = readdirSync(world.userHome, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) =>
    join(relative(world.userHome, parentPath), name),
  )
  const others = paths.filter((path) => !/^\.(throughline|cache)\//.test(path))
  return Object.fromEntries(others.map((path) => [path, hashOf(path)]))
}

const hashOf = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(world.userHome, path)))
    .digest('hex')

type Hashes = Readonly<Record<string, string>>

const changedFiles = (before: Hashes, after: Hashes) =>
  Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path])

const pick = (hashes: Hashes, paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, hashes[path]]))

/**
 * From nothing to nothing: the packed tarball on a machine with agents and no clone. Install, set up,
 * import, work, recall, upgrade, roll back, uninstall; the agents' files are the same bytes again.
 */
import { execFile, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { version } from '../../src/home/version.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import {
  type LoopbackRegistry,
  serveInstalledPackages,
} from '../support/processes/loopback-registry.ts'
import { makePackage } from '../support/processes/make-package.ts'
import { runShim } from '../support/processes/shim.ts'

const repository = join(import.meta.dirname, '..', '..')
const fixtures = join(repository, 'test', 'fixtures', 'import')
const nextVersion = '99.0.0'

/** As these programs leave them after a first start and a few changes by hand. */
const agentFiles: Readonly<Record<string, string>> = {
  '.claude/settings.json': '{\n  // by hand\n  "model": "opus",\n  "hooks": {}\n}\n',
  '.claude.json': '{"numStartups":3,"mcpServers":{"other":{"command":"other"}}}',
  '.codex/config.toml':
    'model = "gpt-5" # mine\r\n\r\n[mcp_servers.other]\r\ncommand = "other"\r\n',
  '.gemini/settings.json': '{\n\t"security": { "auth": { "selectedType": "oauth-personal" } }\n}',
  '.config/opencode/opencode.jsonc': '{\n  "$schema": "x", // mine\n  "theme": "system",\n}\n',
  '.cursor/mcp.json': '{ "mcpServers": {} }\n',
  '.copilot/config.json': '{\n  "banner": "never"\n}\n',
}

let world: World
let registry: LoopbackRegistry
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  world = createWorld()
  registry = await serveInstalledPackages()
  env = {
    HOME: world.userHome,
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    TMPDIR: world.path('tmp'),
    SHELL: '/bin/zsh',
    npm_config_registry: registry.address,
    npm_config_cache: world.path('npm-cache'),
    npm_config_prefix: world.path('prefix'),
    npm_config_userconfig: world.path('npmrc'),
    npm_config_update_notifier: 'false',
  }
  for (const name of ['claude-code', 'codex', 'gemini']) {
    cpSync(join(fixtures, name, 'home'), world.userHome, { recursive: true })
  }
  for (const [path, text] of Object.entries(agentFiles)) {
    const file = join(world.userHome, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
})

afterAll(async () => {
  registry.close()
  const home = homeFolder()
  if (existsSync(join(home, 'bin', 'throughline'))) throughline('stop')
  await world.close()
})

const homeFolder = () => join(world.userHome, '.throughline')

/** The command that setup has installed. */
function throughline(...args: string[]): string {
  const command = join(homeFolder(), 'bin', 'throughline')
  const run = spawnSync(command, args, { cwd: world.project, env, encoding: 'utf8' })
  expect({ args, code: run.status, stderr: run.stderr }).toEqual({ args, code: 0, stderr: '' })
  return run.stdout
}

async function npm(cwd: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('npm', args, { cwd, env })).stdout
}

/** Every file of the user's, with its bytes. */
function filesOfUser(): Record<string, string> {
  const names = readdirSync(world.userHome, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const others = paths.filter((path) => !path.startsWith(homeFolder()))
  return Object.fromEntries(others.map((path) => [path, readFileSync(path, 'base64')]))
}

it('leads from an empty machine through all of its life and back', async () => {
  const before = filesOfUser()

  // Packed and installed by npx, without scripts: `prepare` would build under the other tests.
  await npm(repository, 'pack', '--ignore-scripts', '--pack-destination', world.folder)
  const tarball = world.path(`throughline-${version}.tgz`)
  const npx = ['exec', '--yes', '--package', tarball, '--', 'throughline']
  const installed = await npm(world.project, ...npx, 'setup', '--yes')
  const names = ['Claude Code', 'Codex', 'Copilot CLI', 'Cursor', 'Gemini CLI', 'OpenCode']
  for (const name of names) expect(installed).toContain(`${name} is connected`)
  expect(installed).toContain(`echo 'export PATH="$HOME/.throughline/bin:$PATH"' >> ~/.zshrc`)
  expect(installed).not.toContain('did not come through')

  // From here on neither the tarball nor npm's cache is there.
  rmSync(world.path('npm-cache'), { recursive: true })
  rmSync(tarball)
  expect(throughline('--version').trim()).toBe(version)
  const settings = filesOfUser()
  for (const text of Object.values(settings)) {
    expect(Buffer.from(text, 'base64').toString()).not.toContain(world.path('npm-cache'))
  }

  const imported = JSON.parse(throughline('import', '--yes', '--json'))
  expect(imported).toMatchObject({ sessions: expect.anything() })

  const hook = { env: { ...env, THROUGHLINE_HOME: homeFolder() } }
  const inHome = {
    ...world,
    paths: { ...world.paths, hook: join(homeFolder(), 'bin', 'throughline-hook') },
  }
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  await runShim(inHome, 'SessionStart', start(), hook)
  await runShim(inHome, 'UserPromptSubmit', prompt(1, 'Why does the quagga build fail?'), hook)
  await runShim(inHome, 'PostToolUse', toolUse(1, 'toolu_1'), hook)
  await runShim(inHome, 'Stop', stop(1, 'The quagga build needs Node 24.'), hook)
  throughline('remember', 'Quagga builds need Node 24')
  await waitFor('the session', () => throughline('sessions').includes('quagga'))
  expect(throughline('recall', 'quagga')).toContain('Quagga builds need Node 24')

  const next = makePackage(world.path('next', 'package'), nextVersion)
  const nextTarball = world.path('next.tgz')
  spawnSync('tar', ['-czf', nextTarball, '-C', dirname(next), 'package'])
  const connected = filesOfUser()
  const { pid } = JSON.parse(throughline('start', '--json'))
  expect(throughline('upgrade', nextTarball)).toContain('The daemon restarted.')
  expect(throughline('--version').trim()).toBe(nextVersion)
  await waitFor('the former daemon to end', () => !isAlive(pid))
  expect(throughline('recall', 'quagga')).toContain('Quagga builds need Node 24')
  const later = sessionPayloads('s2', world.project)
  await runShim(inHome, 'SessionStart', later.start(), hook)
  expect(filesOfUser()).toEqual(connected)
  expect(JSON.parse(throughline('doctor', '--json'))).toMatchObject({ healthy: true })

  throughline('upgrade', '--rollback')
  expect(throughline('--version').trim()).toBe(version)
  expect(throughline('recall', 'quagga')).toContain('Quagga builds need Node 24')

  throughline('uninstall', '--data', '--yes')
  expect(filesOfUser()).toEqual(before)
  expect(existsSync(homeFolder())).toBe(false)
})

it('is installed by npm for all folders, too', async () => {
  await npm(repository, 'pack', '--ignore-scripts', '--pack-destination', world.folder)
  const tarball = world.path(`throughline-${version}.tgz`)
  await npm(world.project, 'install', '--global', '--no-audit', '--no-fund', tarball)
  const command = join(world.path('prefix'), 'bin', 'throughline')
  const run = spawnSync(command, ['--version'], { env, encoding: 'utf8' })
  expect(run).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
})

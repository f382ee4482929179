/**
 * Several agents load a project's `.env`. Whatever it sets, the repository runs nothing, gets no
 * daemon of its own, and capture goes on in the user's home.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installHook } from '../../src/adapters/filesystem/hook-install.ts'
import { hostProtocols } from '../../src/adapters/hosts/hosts.ts'
import { hookTargets } from '../../src/compose/program/hook-shim.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { connectStdio } from '../support/processes/mcp-stdio.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

let world: World
let traces: string
/** The files of the repository. */
let before: string[]

beforeEach(() => {
  world = createWorld()
  installShim(world)
  traces = world.path('traces')
  mkdirSync(traces)
  const write = (path: string, text: string) => {
    const file = join(world.project, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, 0o755)
  }
  write('.th/config.json', JSON.stringify({ subscribers: [subscriber('config')] }))
  for (const program of ['throughline-hook', 'throughline']) {
    write(`.th/bin/${program}`, script(`home-${program}`))
  }
  for (const tool of tools) write(`bin/${tool}`, script(tool))
  write('intruder.cjs', `require('node:fs').writeFileSync(${JSON.stringify(`${traces}/node`)}, '')`)
  before = filesOf(world.project)
})
afterEach(() => world.close())

const tools = [
  ...['cat', 'mv', 'grep', 'timeout', 'perl', 'rm', 'mkdir', 'date', 'uuidgen', 'sed', 'env'],
  ...['node', 'claude', 'throughline', 'git'],
]
const script = (name: string) => `#!/bin/sh\n: >'${traces}/${name}'\n`
const subscriber = (name: string) => ({
  name,
  command: ['/bin/sh', '-c', `: >'${traces}/${name}'`],
})
const filesOf = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort()

/** What a `.env` can say, or a tool that puts the repository's folders on PATH. */
function hostile(home = '.th'): Record<string, string> {
  return {
    THROUGHLINE_HOME: home,
    THROUGHLINE_SUBSCRIBERS: JSON.stringify([subscriber('variable')]),
    THROUGHLINE_EXTRACTION_MODE: 'model',
    THROUGHLINE_MODELS_CLAUDE_CLI_COMMAND: join(world.project, 'bin', 'claude'),
    THROUGHLINE_DAEMON_IDLE_EXIT_MINUTES: '0',
    NODE_OPTIONS: `--require ${join(world.project, 'intruder.cjs')}`,
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
    HTTPS_PROXY: 'http://127.0.0.1:1',
    BASH_ENV: join(world.project, 'bin', 'cat'),
    PATH: `${join(world.project, 'bin')}:${world.env.PATH}`,
  }
}

function expectNothingRun(): void {
  expect(readdirSync(traces)).toEqual([])
  expect(filesOf(world.project)).toEqual(before)
}

describe('the installed hook', () => {
  test('captures in the user’s home for every host, with a daemon that inherits nothing', async () => {
    const { toolUse } = sessionPayloads('s1', world.project)
    for (const { name, events } of hostProtocols) {
      const [event = { name: 'Stop' }] = events
      const env = { ...hostile(), THROUGHLINE_AUTOSTART: 'on' }
      const run = await runShim(world, event.name, toolUse(1, 't1'), { host: name, env })
      expect(run).toMatchObject({ code: 0, stderr: '' })
    }
    const daemon = await waitFor('a daemon', () => readDaemon(), 60_000)
    await waitFor('its work', () =>
      readdirSync(world.paths.spool).every((file) => !/spool$/.test(file)),
    )
    expect(world.rows('SELECT DISTINCT cwd FROM sessions').length).toBeGreaterThan(0)
    if (process.platform === 'linux') {
      const names = readFileSync(`/proc/${daemon.pid}/environ`, 'utf8')
        .split('\0')
        .map((line) => line.split('=')[0] ?? '')
      const given = Object.keys(hostile()).filter((name) => names.includes(name))
      expect(given).toEqual(['THROUGHLINE_HOME', 'PATH'])
      const environ = readFileSync(`/proc/${daemon.pid}/environ`, 'utf8')
      expect(environ).toContain(`THROUGHLINE_HOME=${world.paths.root}\0`)
      expect(environ).not.toContain(realpathSync(world.project))
    }
    expectNothingRun()
  }, 120_000)

  test.each(['/proc/self/cwd/.th', '~/../widgets/.th'])(
    'follows no way around, %s',
    async (home) => {
      const { toolUse } = sessionPayloads('s1', world.project)
      await runShim(world, 'PostToolUse', toolUse(1, 't1'), { env: hostile(home) })
      expect(readdirSync(world.paths.spool).filter((file) => file.endsWith('.spool'))).toHaveLength(
        1,
      )
      expectNothingRun()
    },
  )

  test('asks Node where the system keeps its tools elsewhere, not PATH', async () => {
    const systemPath = '/nowhere'
    installHook(world.paths, { ...hookTargets, systemPath })
    const { toolUse } = sessionPayloads('s1', world.project)
    await runShim(world, 'PostToolUse', toolUse(1, 't1'), { env: hostile() })
    expect(readdirSync(world.paths.spool).filter((file) => file.endsWith('.spool'))).toHaveLength(1)
    expectNothingRun()
  })

  const readDaemon = () =>
    existsSync(world.paths.runFile) &&
    (JSON.parse(readFileSync(world.paths.runFile, 'utf8')) as { pid: number })
})

describe('what agents start besides', () => {
  test('the MCP server serves the user’s memory', async () => {
    // The Node that starts it is the host's; it may load what it likes.
    const { NODE_OPTIONS: _, ...env } = hostile()
    const { client } = await connectStdio(world, { env })
    const stored = await client.callTool({
      name: 'memory_store',
      arguments: { content: 'The build needs Java 21.', kind: 'fact' },
    })
    expect(stored.isError ?? false).toBe(false)
    expect(existsSync(join(world.userHome, '.throughline', 'throughline.db'))).toBe(true)
    expectNothingRun()
  })

  test.each(['.th', '/proc/self/cwd/.th'])('a command in its shell refuses %s', async (home) => {
    const { NODE_OPTIONS: _, ...env } = hostile(home)
    for (const args of [['list'], ['remember', 'x'], ['start'], ['status'], []]) {
      const run = await spawnCli(world, args, { env })
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(run.stderr).toMatch(/^throughline: THROUGHLINE_HOME \(.*\) is .*\n {2}unset it, or /)
    }
    const hook = await spawnCli(world, ['hook', 'claude-code', 'Stop'], { env, input: '{}' })
    expect(hook).toMatchObject({ code: 0, stdout: '' })
    expectNothingRun()
  })
})

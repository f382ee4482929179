/** `throughline demo`: the whole way of the data, and nothing left of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createWorld, endProcess, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

/** Node's own leavings in the temporary folder are not ours. */
const leftovers = () =>
  readdirSync(world.path('tmp')).filter((name) => name.startsWith('throughline'))

function daemonOf(stdout: string): number {
  const [, home] = /its home is (\S+)/.exec(stdout) ?? []
  return JSON.parse(readFileSync(`${home}/run/daemon.json`, 'utf8')).pid
}

it('shows what was captured and ends clean', async () => {
  const { code, stdout, stderr } = await spawnCli(world, ['demo'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('[11/11] SessionEnd')
  expect(stdout).toContain('11 events captured, none waiting')
  expect(stdout).toContain('Session of claude-code in project widgets, branch main')
  expect(stdout).toContain('[redacted:stripe-key]')
  expect(stdout).toContain('4 tool calls: Read, Bash (failed), Edit, Bash')
  expect(stdout).toContain('Tests: `npm test` failed, then passed (12 passed)')
  expect(stdout).toMatch(/Learned from it[\s\S]+rule: Always run npm test before you commit here/)
  expect(stdout).toMatch(/recall why was the total off[\s\S]+→ .*round to cents once/)
  expect(stdout).toMatch(
    /<throughline-context>[\s\S]+Always run npm test[\s\S]+<\/throughline-context>/,
  )
  expect(stdout).toMatch(/The dashboard: http:\/\/127\.0\.0\.1:\d+\/#sign-in=/)
  expect(stdout).toContain('It ends with the demo; throughline demo --stay leaves it up')
  expect(stdout).toContain('Connect your own agent with: throughline setup')
  expect(leftovers()).toEqual([])
  expect(readdirSync(world.userHome)).toEqual([])
  expect(readdirSync(world.folder).sort()).toEqual(['home', 'tmp', 'widgets'])
})

it('does not mind what the environment says about Throughline', async () => {
  const env = {
    THROUGHLINE_ENABLED: 'false',
    THROUGHLINE_DISABLED_PROJECTS: '**',
    THROUGHLINE_PROJECT: 'mine',
    THROUGHLINE_INTERNAL: '1',
    THROUGHLINE_DAEMON_PORT: '1',
  }
  const { code, stdout } = await spawnCli(world, ['demo'], { env })
  expect(code).toBe(0)
  expect(stdout).toContain('in project widgets')
})

it('keeps its home when asked to, but no process', async () => {
  const { code, stdout } = await spawnCli(world, ['demo', '--keep'])
  expect(code).toBe(0)
  const [, home = ''] = /THROUGHLINE_HOME=(\S+) throughline sessions/.exec(stdout) ?? []
  const env = { THROUGHLINE_HOME: home }
  const { sessions } = JSON.parse((await spawnCli(world, ['sessions', '--json'], { env })).stdout)
  expect(sessions).toHaveLength(2)
  const status = JSON.parse((await spawnCli(world, ['status', '--json'], { env })).stdout)
  expect(status.daemon).toEqual({ running: false })
})

it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind when %s ends it', async (signal) => {
  const program = new URL('../../bin/throughline.js', import.meta.url).pathname
  const child = spawn(process.execPath, [program, 'demo'], { env: world.env, cwd: world.project })
  world.watch(child)
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const pid = await waitFor(
    'the demo to be at work',
    () => stdout.includes('[2/11]') && daemonOf(stdout),
  )
  onTestFinished(() => endProcess(pid))
  child.kill(signal)
  const [code] = await once(child, 'exit')
  expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
  expect(isAlive(pid)).toBe(false)
  expect(leftovers()).toEqual([])
})

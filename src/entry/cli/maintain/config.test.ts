import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { listSettings } from '../../../contract/list-settings.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

const config = (...args: string[]) => runCli(world, ['config', ...args])

it('reading settings creates nothing', async () => {
  expect((await config('list')).code).toBe(0)
  expect((await config('get', 'enabled')).stdout).toBe('true\n')
  expect((await config('path')).stdout).toBe(`${world.paths.config}\n`)
  expect(existsSync(world.paths.root)).toBe(false)
})

it('the list names unknown settings, and the others still work', async () => {
  world.writeConfig({ enabled: false, newer: { speed: 1 } })
  const { code, stdout, stderr } = await config('list')
  expect([code, stdout.split('\n').some((line) => /^enabled +false/.test(line))]).toEqual([0, true])
  expect(stderr).toContain('unknown setting "newer" in config.json has no effect (')
  expect((await config('get', 'enabled')).stdout).toBe('false\n')
})

it('the list shows what people want to change, and what was changed', async () => {
  await config('set', 'budget.wikiTokens', '200')
  const { stdout } = await config('list')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(32)
  expect(stdout).toMatch(/^learning\.reader +"off"/m)
  expect(stdout).toMatch(/^budget\.wikiTokens +200/m)
  expect(stdout).not.toContain('halfLives')
  expect(lines.at(-1)).toMatch(/^\d+ advanced settings have their defaults: .* --all$/)
})

it('the list puts meanings below on a terminal, where no column is wide enough for them', async () => {
  const { stdout } = await runCli(world, ['config', 'list'], { columns: 80 })
  expect(stdout).toMatch(
    /^enabled +true\n {2}Turn Throughline on or off: capture, recall and context$/m,
  )
})

it('the whole list shows every setting with its value and meaning', async () => {
  const { stdout } = await config('list', '--all')
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(listSettings().length)
  for (const { key, description } of listSettings()) {
    expect(lines.find((line) => line.startsWith(`${key} `))).toContain(description)
  }
})

it.each([
  ['enabled', 'off', false],
  ['hook.deadlineMs', '250', 250],
  ['daemon.idleExitMinutes', '0.5', 0.5],
  ['halfLives.fact', '200', 200],
  ['models.commands.claude', '/opt/claude', '/opt/claude'],
  ['log.level', 'debug', 'debug'],
  [
    'disabledProjects',
    '~/private/**, github.com/acme/secret',
    ['~/private/**', 'github.com/acme/secret'],
  ],
  ['disabledProjects', '["a,b"]', ['a,b']],
  ['disabledProjects', '', []],
  ['projectNames', '{"~/code/*": "work"}', { '~/code/*': 'work' }],
])('%s can be set to %s and read back', async (key, text, value) => {
  expect((await config('set', key, text)).code).toBe(0)
  const { stdout } = await config('get', key, '--json')
  expect(JSON.parse(stdout)).toEqual({ key, value })
  expect(statSync(world.paths.config).mode & 0o777).toBe(0o600)
})

it('a setting gets its default back', async () => {
  world.writeConfig({ hook: { deadlineMs: 300 }, enabled: false })
  expect((await config('reset', 'hook.deadlineMs')).stdout).toBe('hook.deadlineMs is 1000 again\n')
  expect(JSON.parse(readFileSync(world.paths.config, 'utf8'))).toEqual({ enabled: false })
  expect((await config('reset', 'hook.deadline')).code).toBe(2)
})

it('setting one thing keeps the others', async () => {
  world.writeConfig({ hook: { deadlineMs: 300 }, log: { level: 'warn' } })
  await config('set', 'hook.deadlineMs', '400')
  expect(JSON.parse(readFileSync(world.paths.config, 'utf8'))).toEqual({
    hook: { deadlineMs: 400 },
    log: { level: 'warn' },
  })
})

it('config get ignores the environment', async () => {
  world.writeConfig({ hook: { deadlineMs: 300 } })
  const run = await runCli(world, ['config', 'get', 'hook.deadlineMs'], {
    env: { THROUGHLINE_HOOK_DEADLINE_MS: '75' },
  })
  expect(run.stdout).toBe('300\n')
})

it('wrong settings can be fixed one by one, and the remaining ones are reported', async () => {
  world.writeConfig({ enabled: 'yes', hook: { deadlineMs: 'fast' }, bogus: 1 })
  const first = await config('set', 'enabled', 'true')
  expect(first).toMatchObject({ code: 0, stdout: 'enabled is now true\n' })
  expect(first.stderr).toMatch(
    /hook\.deadlineMs "fast" is not a number\n {2}throughline config set/,
  )
  const second = await config('reset', 'hook.deadlineMs')
  expect(second).toEqual({ code: 0, stdout: 'hook.deadlineMs is 1000 again\n', stderr: '' })
  expect((await config('list')).stderr).toMatch(
    /"bogus".*throughline config reset bogus removes it/,
  )
  const last = await config('reset', 'bogus')
  expect(last).toEqual({ code: 0, stdout: 'bogus is removed\n', stderr: '' })
  expect((await config('list')).code).toBe(0)
})

it('a change that the environment overrides says so, and status does not ask for it', async () => {
  const env = { THROUGHLINE_ENABLED: 'false' }
  await runCli(world, ['status'])
  const run = await runCli(world, ['config', 'set', 'enabled', 'true'], { env })
  expect(run).toMatchObject({ code: 0, stdout: 'enabled is now true\n' })
  expect(run.stderr).toBe('THROUGHLINE_ENABLED in the environment still switches it off\n')
  const status = await runCli(world, ['status'], { env })
  expect(status.stdout).toContain('off (take THROUGHLINE_ENABLED out of the environment)')
  const rules = await runCli(world, ['config', 'set', 'disabledProjects', 'a'], {
    env: { THROUGHLINE_DISABLED_PROJECTS: 'b' },
  })
  expect(rules.stderr).toBe('THROUGHLINE_DISABLED_PROJECTS in the environment adds to it\n')
  const start = await runCli(world, ['start'], { env })
  expect(start.stderr).toContain('take THROUGHLINE_ENABLED out of the environment')
})

it('a file that cannot be written is named, and is no internal error', async () => {
  // Too long a name to have a temporary one beside it.
  const target = world.path('x'.repeat(250))
  writeFileSync(target, '{}')
  mkdirSync(world.paths.root)
  symlinkSync(target, world.paths.config)
  const run = await config('set', 'enabled', 'true')
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toMatch(
    /config\.json cannot be written: ENAMETOOLONG.*\n {2}check the free space/,
  )
})

it('a value that is refused changes nothing', async () => {
  world.writeConfig({ enabled: true })
  const before = readFileSync(world.paths.config)
  expect((await config('set', 'enabled', 'perhaps')).code).toBe(2)
  expect(readFileSync(world.paths.config)).toEqual(before)
})

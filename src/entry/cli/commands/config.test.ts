import { existsSync, readFileSync, statSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../../../test/support/cli.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'
import { listSettings } from '../../../contract/list-settings.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

const config = (...args: string[]) => runCli(world, ['config', ...args])

it('reading settings makes nothing', async () => {
  expect((await config('list')).code).toBe(0)
  expect((await config('get', 'enabled')).stdout).toBe('true\n')
  expect((await config('path')).stdout).toBe(`${world.paths.config}\n`)
  expect(existsSync(world.paths.root)).toBe(false)
})

it('the list shows every setting with its value and meaning', async () => {
  const { stdout } = await config('list')
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(listSettings().length)
  for (const { key, description } of listSettings()) {
    expect(lines.find((line) => line.startsWith(`${key} `))).toContain(description)
  }
})

it.each([
  ['enabled', 'off', false],
  ['hook.deadlineMs', '250', 250],
  ['capture.silenceHours', '0.5', 0.5],
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
  world.writeConfig({ hook: { deadlineMs: 300 }, log: { keep: 7 } })
  await config('set', 'hook.deadlineMs', '400')
  expect(JSON.parse(readFileSync(world.paths.config, 'utf8'))).toEqual({
    hook: { deadlineMs: 400 },
    log: { keep: 7 },
  })
})

it('the environment wins over the file', async () => {
  world.writeConfig({ hook: { deadlineMs: 300 } })
  const run = await runCli(world, ['config', 'get', 'hook.deadlineMs'], {
    env: { THROUGHLINE_HOOK_DEADLINE_MS: '75' },
  })
  expect(run.stdout).toBe('75\n')
})

it('a value that is refused changes nothing', async () => {
  world.writeConfig({ enabled: true })
  const before = readFileSync(world.paths.config)
  expect((await config('set', 'enabled', 'perhaps')).code).toBe(2)
  expect(readFileSync(world.paths.config)).toEqual(before)
})

import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../../test/support/homes/world.ts'
import { listSettings } from '../contract/list-settings.ts'
import type { OperationHandlers } from '../contract/operations/index.ts'
import { createSettingsOperations } from '../core/settings/operations.ts'
import { ensureHome } from '../home/ensure-home.ts'
import { createSettings } from './settings.ts'

let world: World

beforeEach(() => {
  world = createWorld()
  ensureHome(world.paths.root)
})
afterEach(() => world.close())

type Operations = Pick<OperationHandlers, 'getSettings' | 'setSetting' | 'resetSetting'>

const operations = (): Operations =>
  createSettingsOperations({ settings: createSettings(world.paths) })
const stored = () => JSON.parse(readFileSync(world.paths.config, 'utf8'))

async function find(key: string) {
  const { settings } = await operations().getSettings({})
  return settings.find((setting) => setting.key === key)
}

it('has every setting of the schema, from the file or by default', async () => {
  world.writeConfig({ hook: { deadlineMs: 300 } })
  const { file, settings } = await operations().getSettings({})
  expect(file).toBe(world.paths.config)
  expect(settings.map(({ key }) => key)).toEqual(listSettings().map(({ key }) => key))
  expect(await find('hook.deadlineMs')).toMatchObject({
    form: 'integer',
    minimum: 50,
    value: 300,
    default: 1_000,
    source: 'file',
  })
  expect(await find('enabled')).toMatchObject({ value: true, source: 'default' })
})

it('saves one and tells the hooks what that means', async () => {
  const saved = await operations().setSetting({ key: 'enabled', value: false })
  expect(saved).toMatchObject({ key: 'enabled', value: false, source: 'file' })
  expect(stored()).toEqual({ enabled: false })
  expect(readFileSync(world.paths.hookPolicy, 'utf8')).toContain('off')
})

it('gives a default back', async () => {
  world.writeConfig({ log: { level: 'debug' } })
  const reset = await operations().resetSetting({ key: 'log.level' })
  expect(reset).toMatchObject({ value: 'info', source: 'default' })
  expect(stored()).toEqual({})
})

it('refuses what a setting cannot be, and one that is none', async () => {
  const { setSetting } = operations()
  await expect(setSetting({ key: 'hook.deadlineMs', value: 1 })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('50'),
  })
  await expect(setSetting({ key: 'hook.deadline', value: 1 })).rejects.toMatchObject({
    code: 'not-found',
    hint: 'did you mean "hook.deadlineMs"?',
  })
  expect(existsSync(world.paths.config)).toBe(false)
})

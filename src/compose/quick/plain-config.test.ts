import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../../test/support/homes/world.ts'
import { configSchema } from '../../contract/config.ts'
import { loadConfig } from '../../home/config.ts'
import { hasPlainProjects, readPlainConfig } from './plain-config.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const read = (isStrict = true) => readPlainConfig(world.paths, {}, { isStrict })

test('a home without settings has the defaults', () => {
  expect(read()).toEqual(configSchema.parse({}))
})

test.each([
  [{}],
  [{ enabled: false }],
  [{ context: { atStart: false, startTokens: 100 }, hook: { deadlineMs: 50 } }],
  [{ extraction: { mode: 'off' }, budget: { dailyUsd: 0.5 } }],
])('%j means what the schema says, in its order', (config) => {
  world.writeConfig(config)
  const expected = loadConfig(world.paths.config, {})
  expect(JSON.stringify(read())).toBe(JSON.stringify(expected))
})

test.each([
  [{ enabled: 'yes' }],
  [{ hook: { deadlineMs: 1 } }],
  [{ hook: { deadlineMs: 50.5 } }],
  [{ hook: { deadline: 50 } }],
  [{ hook: 5 }],
  [{ log: { level: 'loud' } }],
  [{ nonsense: {} }],
  [[]],
])('%j is left to the schema', (config) => {
  mkdirSync(world.paths.root, { recursive: true })
  writeFileSync(world.paths.config, JSON.stringify(config))
  expect(read(false)).toBeUndefined()
})

test('texts and lists are left to the schema only where the settings themselves are asked for', () => {
  world.writeConfig({ disabledProjects: ['~/private/**'] })
  expect(read(true)).toBeUndefined()
  const config = read(false)
  expect(config?.disabledProjects).toEqual(['~/private/**'])
  expect(config && hasPlainProjects(config)).toBe(false)
})

test('settings in the environment are left to the schema', () => {
  expect(readPlainConfig(world.paths, { THROUGHLINE_ENABLED: 'false' })).toBeUndefined()
  expect(readPlainConfig(world.paths, { THROUGHLINE_HOME: '/x' })).toBeDefined()
})

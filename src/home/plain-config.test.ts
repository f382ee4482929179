import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../test/support/homes/world.ts'
import { configSchema } from '../contract/config.ts'
import { readPlainConfig } from './plain-config.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const read = (options = {}) => readPlainConfig(world.paths.config, options)

test('a home without settings has the defaults', () => {
  expect(read()).toEqual(configSchema.parse({}))
})

test.each([
  [{}],
  [{ enabled: false }],
  [{ context: { atStart: false, startTokens: 100 }, hook: { deadlineMs: 50 } }],
  [{ learning: { rules: false }, budget: { dailyUsd: 0.5 } }],
])('%j means what the schema says, in its order', (config) => {
  world.writeConfig(config)
  expect(JSON.stringify(read())).toBe(JSON.stringify(configSchema.parse(config)))
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
  expect(read({ trustsTexts: true })).toBeUndefined()
})

test('texts and lists are left to the schema, unless the caller takes them as they are', () => {
  world.writeConfig({ disabledProjects: ['~/private/**'] })
  expect(read()).toBeUndefined()
  expect(read({ trustsTexts: true })?.disabledProjects).toEqual(['~/private/**'])
})

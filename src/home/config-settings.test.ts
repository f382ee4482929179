import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../test/support/core/refusal.ts'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { configSchema } from '../contract/config.ts'
import {
  getSetting,
  loadConfig,
  readSettings,
  removeSetting,
  setSettingText,
  writeSetting,
} from './config.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'config.json')
})
const write = (value: unknown) => writeFileSync(file, JSON.stringify(value))
const defaults = configSchema.parse({})

describe('one setting', () => {
  test('is read by its dotted key', () => {
    expect(getSetting(defaults, 'hook.deadlineMs')).toBe(1_000)
    expect(getSetting(defaults, 'disabledProjects')).toEqual([])
  })

  test.each([
    ['hook.deadlinMs', 'hook.deadlineMs'],
    ['deadlineMs', 'hook.deadlineMs'],
    ['log.lvl', 'log.level'],
    ['disabled-projects', 'disabledProjects'],
  ])('%s is unknown, and %s was probably meant', (key, nearest) => {
    const expected = { code: 'invalid-config', hint: `did you mean "${nearest}"?` }
    expect(refusal(() => getSetting(defaults, key))).toMatchObject(expected)
    expect(refusal(() => setSettingText(file, key, '1'))).toMatchObject(expected)
  })

  test.each(['hook', '__proto__', 'constructor', 'hook.__proto__', ''])('"%s" is none', (key) => {
    expect(refusal(() => getSetting(defaults, key)).code).toBe('invalid-config')
    expect(refusal(() => setSettingText(file, key, '1')).code).toBe('invalid-config')
  })

  test('is written with its type, and everything else in the file stays', () => {
    write({ log: { level: 'debug' } })
    expect(setSettingText(file, 'backups.keep', ' 7 ')).toBe(7)
    setSettingText(file, 'enabled', 'No')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      log: { level: 'debug' },
      backups: { keep: 7 },
      enabled: false,
    })
    expect(readFileSync(file, 'utf8').endsWith('}\n')).toBe(true)
  })

  test('is written to a new file for its owner only', () => {
    setSettingText(file, 'enabled', 'true')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('leaves the permissions of a file as they were', () => {
    write({})
    chmodSync(file, 0o640)
    setSettingText(file, 'enabled', 'true')
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  test('is refused with a value of the wrong kind, and nothing is written', () => {
    write({ enabled: true })
    expect(refusal(() => setSettingText(file, 'hook.deadlineMs', 'soon'))).toMatchObject({
      code: 'invalid-input',
      message: 'hook.deadlineMs "soon" is not a number',
    })
    expect(readFileSync(file, 'utf8')).toBe('{"enabled":true}')
  })

  test('can mend a wrong value, whatever else is wrong', () => {
    write({ enabled: 'yes', hook: { deadlineMs: 'soon' }, enabld: true })
    setSettingText(file, 'hook.deadlineMs', '500')
    setSettingText(file, 'enabled', 'yes')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      enabled: true,
      hook: { deadlineMs: 500 },
      enabld: true,
    })
    expect(loadConfig(file, {})).toMatchObject({ enabled: true, hook: { deadlineMs: 500 } })
  })

  test('is not written into a file that is no configuration', () => {
    writeFileSync(file, '{ broken')
    expect(refusal(() => setSettingText(file, 'enabled', 'no')).code).toBe('invalid-config')
    expect(readFileSync(file, 'utf8')).toBe('{ broken')
  })
})

describe('a setting as a value', () => {
  test('is written as it is', () => {
    writeSetting(file, 'disabledProjects', ['a,b'])
    writeSetting(file, 'log.level', 'debug')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      disabledProjects: ['a,b'],
      log: { level: 'debug' },
    })
  })

  test.each([
    ['enabled', 'yes'],
    ['hook.deadlineMs', '500'],
    ['hook.deadlineMs', null],
    ['disabledProjects', 'a'],
    ['models.prices', { m: 1 }],
  ])('%s is refused when it is %j', (key, value) => {
    expect(refusal(() => writeSetting(file, key, value)).code).toBe('invalid-input')
  })

  test('goes from the file when it is reset, its group too when it was the last', () => {
    write({ enabled: false, budget: { dailyUsd: 7, wikiTokens: 5 }, hook: { deadlineMs: 500 } })
    expect(removeSetting(file, 'hook.deadlineMs')).toBe(1_000)
    expect(removeSetting(file, 'budget.dailyUsd')).toBe(1)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      enabled: false,
      budget: { wikiTokens: 5 },
    })
  })

  test.each([
    [{ enabled: 'yes', log: 7 }, 'enabled', { log: 7 }],
    [{ enabled: 'yes', log: 7 }, 'log', { enabled: 'yes' }],
    [{ bogus: 1, log: 7 }, 'bogus', { log: 7 }],
    [{ hook: { deadline: 1 }, log: 7 }, 'hook.deadline', { log: 7 }],
    [{ 'hook.deadlineMs': 1, log: 7 }, 'hook.deadlineMs', { log: 7 }],
  ])('of %j that is wrong, %s, is taken out by a reset', (config, key, left) => {
    write(config)
    removeSetting(file, key)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(left)
  })

  test.each(['bogus', 'hook', 'hook.deadline', '__proto__', ''])(
    '"%s" cannot be reset where nothing is wrong with it',
    (key) => {
      write({ hook: { deadlineMs: 500 } })
      expect(refusal(() => removeSetting(file, key)).code).toBe('invalid-config')
    },
  )

  test('that the file does not say is reset without writing', () => {
    expect(removeSetting(file, 'enabled')).toBe(true)
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('says where it comes from', () => {
    write({ enabled: false, hook: { deadlineMs: 500 } })
    const settings = readSettings(file)
    expect(settings.get('enabled')).toEqual({ value: false, source: 'file' })
    expect(settings.get('hook.deadlineMs')).toEqual({ value: 500, source: 'file' })
    expect(settings.get('log.level')).toEqual({ value: 'info', source: 'default' })
  })
})

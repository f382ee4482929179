import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../test/support/core/refusal.ts'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { configSchema } from '../contract/config.ts'
import { findUnknownSettings, loadConfig, setSettingText, watchConfig } from './config.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'config.json')
})
const write = (value: unknown) => writeFileSync(file, JSON.stringify(value))
const defaults = configSchema.parse({})
const loading = () => refusal(() => loadConfig(file, {}))

describe('the configuration file', () => {
  test('may be missing or say nothing', () => {
    expect(loadConfig(file, {})).toEqual(defaults)
    write({})
    expect(loadConfig(file, {})).toEqual(defaults)
  })

  test('says what differs from the defaults, falsy values included', () => {
    write({ enabled: false, daemon: { idleExitMinutes: 0 }, disabledProjects: ['~/private/**'] })
    expect(loadConfig(file, {})).toEqual({
      ...defaults,
      enabled: false,
      disabledProjects: ['~/private/**'],
      daemon: { port: 0, idleExitMinutes: 0 },
    })
  })

  test.each([
    [{ mode: 'model', judges: ['claude-cli', 'ollama'], afterTurn: false }, 'claude', true],
    [{ mode: 'model', judges: ['ollama', 'claude-cli'] }, 'ollama', true],
    [{ mode: 'model' }, 'claude', true],
    [{ mode: 'local', modelReads: 'session' }, 'off', true],
    [{ mode: 'off' }, 'off', false],
  ])('may say as before who learns: %j', (extraction, reader, rules) => {
    write({ extraction })
    expect(loadConfig(file, {}).learning).toMatchObject({ reader, rules })
    expect(findUnknownSettings(file)).toEqual([])
  })

  test('may use the names of earlier versions, until it is written again', () => {
    write({ models: { claudeCli: { command: '/opt/claude' } }, wiki: { modelWrites: false } })
    const { models, wiki } = loadConfig(file, {})
    expect(models.commands.claude).toBe('/opt/claude')
    expect(wiki.writer).toBe('off')
    expect(findUnknownSettings(file)).toEqual([])
    setSettingText(file, 'models.claude.model', 'opus')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      models: { commands: { claude: '/opt/claude' }, claude: { model: 'opus' } },
      wiki: { writer: 'off' },
    })
  })

  test('may hold settings that later versions keep together or no longer have', () => {
    write({
      models: {
        codex: { command: '/opt/codex', apiKeyVariable: 'MY_KEY' },
        opencode: { model: 'x/y', apiKeyVariable: 'OPENROUTER_API_KEY' },
      },
      halfLives: { fact: 30 },
      ...{
        review: { fadedAfter: 2 },
        capture: { silenceHours: 6 },
        retention: { rejectedDays: 1 },
      },
    })
    expect(loadConfig(file, {})).toEqual({
      ...defaults,
      models: {
        ...defaults.models,
        opencode: { model: 'x/y' },
        commands: { ...defaults.models.commands, codex: '/opt/codex' },
        keyVariables: {
          ...defaults.models.keyVariables,
          ...{ codex: 'MY_KEY', opencode: 'OPENROUTER_API_KEY' },
        },
      },
      halfLives: { ...defaults.halfLives, fact: 30 },
    })
    expect(findUnknownSettings(file)).toEqual([])
  })

  test('may begin with the mark some editors put there', () => {
    writeFileSync(file, '\uFEFF{"enabled": false}')
    expect(loadConfig(file, {}).enabled).toBe(false)
  })

  test.each([
    [{ enabld: false }, 'enabld', 'enabled'],
    [{ hook: { deadline: 5 } }, 'hook.deadline', 'hook.deadlineMs'],
    [{ log: { levle: 'info' } }, 'log.levle', 'log.level'],
    [{ Enabled: false }, 'Enabled', 'enabled'],
  ])('may hold an unknown setting, here %j, which has no effect', (config, key, nearest) => {
    write(config)
    expect(loadConfig(file, {})).toEqual(defaults)
    expect(findUnknownSettings(file)).toEqual([{ key, nearest }])
  })

  test('keeps what a newer version wrote, also when a setting changes', () => {
    write({ enabled: false, hook: { deadlineMs: 60, later: [1] }, 'hook.deadlineMs': 1, newer: {} })
    expect(loadConfig(file, {})).toMatchObject({ enabled: false, hook: { deadlineMs: 60 } })
    expect(findUnknownSettings(file).map(({ key }) => key)).toEqual([
      'hook.later',
      'hook.deadlineMs',
      'newer',
    ])
    setSettingText(file, 'enabled', 'yes')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...{ enabled: true, hook: { deadlineMs: 60, later: [1] } },
      ...{ 'hook.deadlineMs': 1, newer: {} },
    })
  })

  test.each([
    [{ enabled: 'no' }, 'enabled "no" is not true or false', 'set enabled VALUE'],
    [{ hook: { deadlineMs: 1 } }, 'hook.deadlineMs is 1; at least 50', 'set hook.deadlineMs VALUE'],
    [{ hook: 5 }, 'hook 5 is not an object', 'reset hook'],
    [{ disabledProjects: ['ok', 7] }, 'item 2 of disabledProjects 7', 'set disabledProjects VALUE'],
    [{ projectNames: { '/w/*': '' } }, 'projectNames./w/* is empty', 'set projectNames VALUE'],
    [{ subscribers: [{ name: 'chat' }] }, 'item 1 of subscribers', 'set subscribers VALUE'],
    [{ models: { prices: { m: { cost: 1 } } } }, 'models.prices.m', 'set models.prices VALUE'],
  ])('is refused for %j, saying what is wrong and how it is mended', (config, fault, command) => {
    write(config)
    expect(loading()).toMatchObject({
      code: 'invalid-config',
      message: expect.stringContaining(`${file}: ${fault}`),
      hint: `throughline config ${command}`,
    })
  })

  test.each(['{', '', '{"enabled": tru', 'null', '[]', '7'])(
    'is refused when it holds %j',
    (text) => {
      writeFileSync(file, text)
      expect(loading()).toMatchObject({
        code: 'invalid-config',
        message: expect.stringContaining(file),
        hint: expect.stringContaining('fix it by hand'),
      })
    },
  )

  test('is refused when it is a folder', () => {
    mkdirSync(file)
    expect(loading()).toMatchObject({
      code: 'invalid-config',
      message: `${file} cannot be read`,
      hint: 'it must be a file that you may read',
    })
  })
})

describe('the watched configuration', () => {
  test('follows the file: made, changed, removed', () => {
    const config = watchConfig(file, {})
    expect(config().enabled).toBe(true)
    setSettingText(file, 'enabled', 'false')
    expect(config().enabled).toBe(false)
    setSettingText(file, 'enabled', 'true')
    expect(config().enabled).toBe(true)
    setSettingText(file, 'enabled', 'false')
    rmSync(file)
    expect(config().enabled).toBe(true)
  })

  test('is the same object while the file is the same', () => {
    write({})
    const config = watchConfig(file, {})
    expect(config()).toBe(config())
  })

  test('keeps its last valid state while the file is not valid', () => {
    write({ hook: { deadlineMs: 500 } })
    const config = watchConfig(file, {})
    for (const text of ['{', '{"enabled": 1}', '{"hook": {"deadlineMs": "never"}}']) {
      writeFileSync(file, text)
      expect(config().hook.deadlineMs).toBe(500)
    }
    rmSync(file)
    mkdirSync(file)
    expect(config().hook.deadlineMs).toBe(500)
    rmSync(file, { recursive: true })
    setSettingText(file, 'hook.deadlineMs', '700')
    expect(config().hook.deadlineMs).toBe(700)
  })

  test('notices a new file of the same size and time', () => {
    setSettingText(file, 'hook.deadlineMs', '500')
    const time = new Date('2026-01-01')
    utimesSync(file, time, time)
    const config = watchConfig(file, {})
    setSettingText(file, 'hook.deadlineMs', '700')
    utimesSync(file, time, time)
    expect(config().hook.deadlineMs).toBe(700)
  })

  test('keeps what the environment says', () => {
    const config = watchConfig(file, { THROUGHLINE_ENABLED: 'false' })
    setSettingText(file, 'enabled', 'true')
    expect(config().enabled).toBe(false)
  })

  test('does not start from a file that is not valid', () => {
    writeFileSync(file, '{')
    expect(refusal(() => watchConfig(file, {})).code).toBe('invalid-config')
  })
})

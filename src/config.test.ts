import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../test/support/temporary-folder.ts'
import {
  environmentName,
  getSetting,
  loadConfig,
  readSettings,
  resetSetting,
  setSetting,
  storeSetting,
  watchConfig,
} from './config.ts'
import { configSchema } from './contract/config.ts'
import { ThroughlineError } from './contract/errors.ts'
import { listSettings } from './contract/list-settings.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'config.json')
})
const write = (value: unknown) => writeFileSync(file, JSON.stringify(value))
const defaults = configSchema.parse({})

function refusal(work: () => unknown): ThroughlineError {
  try {
    work()
  } catch (error) {
    if (error instanceof ThroughlineError) return error
    throw error
  }
  throw new Error('it was accepted')
}
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

  test('may begin with the mark some editors put there', () => {
    writeFileSync(file, '\uFEFF{"enabled": false}')
    expect(loadConfig(file, {}).enabled).toBe(false)
  })

  test.each([
    [{ enabld: false }, 'enabld', 'enabled'],
    [{ hook: { deadline: 5 } }, 'hook.deadline', 'hook.deadlineMs'],
    [{ log: { levle: 'info' } }, 'log.levle', 'log.level'],
    [{ Enabled: false }, 'Enabled', 'enabled'],
  ])('is refused for an unknown key, here %j, naming the nearest', (config, key, nearest) => {
    write(config)
    expect(loading()).toMatchObject({
      code: 'invalid-config',
      message: `unknown setting "${key}" in ${file}`,
      hint: `did you mean "${nearest}"?`,
    })
  })

  test('is refused for a key like no other, pointing to the list', () => {
    write({ zzzzzzzzzzzzzzzz: 1 })
    expect(loading().hint).toBe('throughline config list shows every setting')
  })

  test.each([
    [{ enabled: 'no' }, 'enabled'],
    [{ hook: { deadlineMs: 1 } }, 'hook.deadlineMs'],
    [{ hook: 5 }, 'hook'],
    [{ disabledProjects: ['ok', 7] }, 'disabledProjects.1'],
    [{ subscribers: [{ name: 'chat' }] }, 'subscribers.0'],
  ])('is refused for %j, naming the setting', (config, key) => {
    write(config)
    expect(loading()).toMatchObject({
      code: 'invalid-config',
      message: expect.stringContaining(`${key} in ${file}: `),
    })
  })

  test.each(['{', '', '{"enabled": tru', 'null', '[]', '7'])(
    'is refused when it holds %j',
    (text) => {
      writeFileSync(file, text)
      expect(loading()).toMatchObject({
        code: 'invalid-config',
        message: expect.stringContaining(file),
        hint: expect.stringContaining('mend it by hand'),
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

describe('the environment', () => {
  test('has one name for each setting', () => {
    const names = listSettings().map(({ key }) => environmentName(key))
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^THROUGHLINE(_[A-Z]+)+$/)
    expect(names).toContain('THROUGHLINE_HOOK_DEADLINE_MS')
  })

  test('uses none of the names that mean something else', () => {
    const names = listSettings().map(({ key }) => environmentName(key))
    for (const taken of ['THROUGHLINE_HOME', 'THROUGHLINE_PROJECT', 'THROUGHLINE_INTERNAL']) {
      expect(names).not.toContain(taken)
    }
  })

  const values: Record<string, [string, unknown]> = {
    enabled: ['off', false],
    disabledProjects: [
      'github.com/acme/secret, ~/private/**',
      ['github.com/acme/secret', '~/private/**'],
    ],
    projectMarker: ['0', false],
    projectNames: ['{"/w/*":"work"}', { '/w/*': 'work' }],
    'hook.deadlineMs': ['250', 250],
    'daemon.port': ['8123', 8123],
    'daemon.idleExitMinutes': ['0.5', 0.5],
    'capture.silenceHours': ['1', 1],
    'log.level': ['debug', 'debug'],
    'log.maxMegabytes': ['0.25', 0.25],
    'log.keep': ['9', 9],
    'embeddings.provider': ['ollama', 'ollama'],
    'embeddings.model': ['bge-m3', 'bge-m3'],
    'embeddings.url': ['http://127.0.0.1:1234', 'http://127.0.0.1:1234'],
    'embeddings.apiKeyVariable': ['EMBEDDING_KEY', 'EMBEDDING_KEY'],
    'embeddings.dimensions': ['256', 256],
    'embeddings.batchSize': ['8', 8],
    'extraction.mode': ['model', 'model'],
    'extraction.judges': ['ollama, anthropic', ['ollama', 'anthropic']],
    'extraction.afterTurn': ['no', false],
    'extraction.deepEveryTurns': ['0', 0],
    'extraction.idleSeconds': ['1.5', 1.5],
    'extraction.beforeCompaction': ['false', false],
    'extraction.compactionMinTurns': ['1', 1],
    'extraction.atSessionEnd': ['0', false],
    'extraction.consolidate': ['off', false],
    'models.anthropic.model': ['claude-sonnet-5', 'claude-sonnet-5'],
    'models.anthropic.url': ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    'models.anthropic.apiKeyVariable': ['MY_KEY', 'MY_KEY'],
    'models.openaiCompatible.model': ['gpt-5-mini', 'gpt-5-mini'],
    'models.openaiCompatible.url': ['http://127.0.0.1:2/v1', 'http://127.0.0.1:2/v1'],
    'models.openaiCompatible.apiKeyVariable': ['MY_KEY', 'MY_KEY'],
    'models.ollama.model': ['llama4', 'llama4'],
    'models.ollama.url': ['http://127.0.0.1:3', 'http://127.0.0.1:3'],
    'models.claudeCli.command': ['/opt/claude', '/opt/claude'],
    'models.claudeCli.model': ['sonnet', 'sonnet'],
    'models.timeoutSeconds': ['5', 5],
    'models.prices': ['{"m":{"input":1,"output":2}}', { m: { input: 1, output: 2 } }],
    'budget.dailyTokens': ['1000', 1_000],
    'budget.dailyUsd': ['0.25', 0.25],
    'budget.sessionTokens': ['0', 0],
    'budget.sessionUsd': ['2', 2],
    'context.enabled': ['off', false],
    'context.atStart': ['off', false],
    'context.atPrompt': ['off', false],
    'context.startTokens': ['900', 900],
    'context.promptTokens': ['200', 200],
    'context.entriesPerScope': ['5', 5],
    'context.charactersPerScope': ['500', 500],
    'guidance.variant': ['eager', 'eager'],
    subscribers: [
      '[{"name":"log","command":["logger"],"events":["turn-ended"]}]',
      [
        {
          name: 'log',
          command: ['logger'],
          events: ['turn-ended'],
          projects: [],
          secretVariable: '',
          timeoutSeconds: 10,
          attempts: 5,
        },
      ],
    ],
    'backups.keep': ['1', 1],
  }

  test.each(listSettings().map(({ key }) => key))('sets %s over the file', (key) => {
    write({ hook: { deadlineMs: 5_000 }, log: { keep: 7 } })
    const [text, value] = values[key] ?? []
    const config = loadConfig(file, { [environmentName(key)]: text })
    expect(getSetting(config, key)).toEqual(value)
    const other = key === 'log.keep' ? 'hook.deadlineMs' : 'log.keep'
    expect(getSetting(config, other)).toBe(other === 'log.keep' ? 7 : 5_000)
  })

  test.each([
    ['THROUGHLINE_ENABLED', 'maybe'],
    ['THROUGHLINE_ENABLED', 'constructor'],
    ['THROUGHLINE_HOOK_DEADLINE_MS', 'soon'],
    ['THROUGHLINE_HOOK_DEADLINE_MS', ' '],
    ['THROUGHLINE_HOOK_DEADLINE_MS', '10'],
    ['THROUGHLINE_DAEMON_IDLE_EXIT_MINUTES', 'Infinity'],
    ['THROUGHLINE_LOG_LEVEL', 'loud'],
    ['THROUGHLINE_PROJECT_NAMES', 'not json'],
  ])('is refused when it says %s=%s, naming the variable', (name, text) => {
    expect(refusal(() => loadConfig(file, { [name]: text }))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(new RegExp(`^${name}: `)),
      hint: expect.stringMatching(/ is .+: /),
    })
  })

  test('can empty a list, and says nothing when it is empty itself', () => {
    write({ disabledProjects: ['a'], enabled: false })
    const listOf = (text: string) =>
      loadConfig(file, { THROUGHLINE_DISABLED_PROJECTS: text }).disabledProjects
    expect(listOf('[]')).toEqual([])
    expect(listOf('["a,b"]')).toEqual(['a,b'])
    expect(listOf('')).toEqual(['a'])
    expect(loadConfig(file, { THROUGHLINE_ENABLED: '' }).enabled).toBe(false)
  })
})

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
    expect(refusal(() => setSetting(file, key, '1'))).toMatchObject(expected)
  })

  test.each(['hook', '__proto__', 'constructor', 'hook.__proto__', ''])('"%s" is none', (key) => {
    expect(refusal(() => getSetting(defaults, key)).code).toBe('invalid-config')
    expect(refusal(() => setSetting(file, key, '1')).code).toBe('invalid-config')
  })

  test('is written with its type, and everything else in the file stays', () => {
    write({ log: { level: 'debug' } })
    expect(setSetting(file, 'log.keep', ' 7 ')).toBe(7)
    setSetting(file, 'enabled', 'No')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      log: { level: 'debug', keep: 7 },
      enabled: false,
    })
    expect(readFileSync(file, 'utf8').endsWith('}\n')).toBe(true)
  })

  test('is written to a new file for its owner only', () => {
    setSetting(file, 'enabled', 'true')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('leaves the permissions of a file as they were', () => {
    write({})
    chmodSync(file, 0o640)
    setSetting(file, 'enabled', 'true')
    expect(statSync(file).mode & 0o777).toBe(0o640)
  })

  test('is refused with a value of the wrong kind, and nothing is written', () => {
    write({ enabled: true })
    expect(refusal(() => setSetting(file, 'hook.deadlineMs', 'soon'))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^hook\.deadlineMs: /),
    })
    expect(readFileSync(file, 'utf8')).toBe('{"enabled":true}')
  })

  test('can mend a wrong value, but not hide another one', () => {
    write({ hook: { deadlineMs: 'soon' } })
    setSetting(file, 'hook.deadlineMs', '500')
    expect(loadConfig(file, {}).hook.deadlineMs).toBe(500)
    write({ enabld: true })
    expect(refusal(() => setSetting(file, 'hook.deadlineMs', '500')).message).toContain('enabld')
  })

  test('is not written into a file that is no configuration', () => {
    writeFileSync(file, '{ broken')
    expect(refusal(() => setSetting(file, 'enabled', 'no')).code).toBe('invalid-config')
    expect(readFileSync(file, 'utf8')).toBe('{ broken')
  })
})

describe('a setting as a value', () => {
  test('is written as it is', () => {
    storeSetting(file, 'disabledProjects', ['a,b'])
    storeSetting(file, 'log.level', 'debug')
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
    expect(refusal(() => storeSetting(file, key, value)).code).toBe('invalid-input')
  })

  test('goes from the file when it is reset, its group too when it was the last', () => {
    write({ enabled: false, log: { keep: 7, level: 'debug' }, hook: { deadlineMs: 500 } })
    expect(resetSetting(file, 'hook.deadlineMs')).toBe(1_000)
    expect(resetSetting(file, 'log.keep')).toBe(3)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      enabled: false,
      log: { level: 'debug' },
    })
  })

  test('that the file does not say is reset without writing', () => {
    expect(resetSetting(file, 'enabled')).toBe(true)
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('says where it comes from', () => {
    write({ enabled: false, hook: { deadlineMs: 500 } })
    const settings = readSettings(file, { THROUGHLINE_HOOK_DEADLINE_MS: '700' })
    expect(settings.get('enabled')).toEqual({ value: false, source: 'file' })
    expect(settings.get('hook.deadlineMs')).toEqual({ value: 700, source: 'environment' })
    expect(settings.get('log.level')).toEqual({ value: 'info', source: 'default' })
  })
})

describe('the watched configuration', () => {
  test('follows the file: made, changed, removed', () => {
    const config = watchConfig(file, {})
    expect(config().enabled).toBe(true)
    setSetting(file, 'enabled', 'false')
    expect(config().enabled).toBe(false)
    setSetting(file, 'enabled', 'true')
    expect(config().enabled).toBe(true)
    setSetting(file, 'enabled', 'false')
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
    for (const text of ['{', '{"enabld": 1}', '{"hook": {"deadlineMs": "never"}}']) {
      writeFileSync(file, text)
      expect(config().hook.deadlineMs).toBe(500)
    }
    rmSync(file)
    mkdirSync(file)
    expect(config().hook.deadlineMs).toBe(500)
    rmSync(file, { recursive: true })
    setSetting(file, 'hook.deadlineMs', '700')
    expect(config().hook.deadlineMs).toBe(700)
  })

  test('notices a new file of the same size and time', () => {
    setSetting(file, 'hook.deadlineMs', '500')
    const time = new Date('2026-01-01')
    utimesSync(file, time, time)
    const config = watchConfig(file, {})
    setSetting(file, 'hook.deadlineMs', '700')
    utimesSync(file, time, time)
    expect(config().hook.deadlineMs).toBe(700)
  })

  test('keeps what the environment says', () => {
    const config = watchConfig(file, { THROUGHLINE_ENABLED: 'false' })
    setSetting(file, 'enabled', 'true')
    expect(config().enabled).toBe(false)
  })

  test('does not start from a file that is not valid', () => {
    writeFileSync(file, '{')
    expect(refusal(() => watchConfig(file, {})).code).toBe('invalid-config')
  })
})

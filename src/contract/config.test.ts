import { describe, expect, test } from 'vitest'
import { configSchema, listSettings } from './config.ts'

describe('the configuration', () => {
  test('needs nothing to be said', () => {
    expect(configSchema.parse({})).toEqual({
      enabled: true,
      disabledProjects: [],
      projectMarker: true,
      projectNames: {},
      hook: { deadlineMs: 1_000 },
      daemon: { port: 0, idleExitMinutes: 120 },
      capture: { silenceHours: 12 },
      log: { level: 'info', maxMegabytes: 5, keep: 3 },
      embeddings: {
        provider: 'off',
        model: '',
        url: '',
        apiKeyVariable: '',
        dimensions: 0,
        batchSize: 32,
      },
      backups: { keep: 5 },
    })
  })

  test.each([
    { enabled: 'yes' },
    { disabledProjects: 'all' },
    { disabledProjects: [''] },
    { projectNames: { '/w/*': '' } },
    { hook: { deadlineMs: 49 } },
    { hook: { deadlineMs: 10_001 } },
    { hook: { deadlineMs: 1.5 } },
    { daemon: { port: 65_536 } },
    { daemon: { port: -1 } },
    { daemon: { idleExitMinutes: -1 } },
    { capture: { silenceHours: 0 } },
    { log: { level: 'loud' } },
    { log: { keep: 0 } },
    { embeddings: { provider: 'cloud' } },
    { embeddings: { url: 'localhost' } },
    { embeddings: { url: 'file:///etc' } },
    { embeddings: { apiKeyVariable: 'sk-proj-1234' } },
    { embeddings: { dimensions: -1 } },
    { embeddings: { batchSize: 0 } },
    { backups: { keep: 0 } },
    { unknown: 1 },
    { hook: { unknown: 1 } },
    { hook: null },
  ])('refuses %j', (config) => {
    expect(configSchema.safeParse(config).success).toBe(false)
  })

  test('fills in what a group does not say', () => {
    expect(configSchema.parse({ log: { level: 'debug' } }).log).toEqual({
      level: 'debug',
      maxMegabytes: 5,
      keep: 3,
    })
  })
})

describe('the list of settings', () => {
  test('has every leaf of the schema by its dotted key', () => {
    const leaves = (value: object, prefix = ''): string[] =>
      Object.entries(value).flatMap(([key, child]) =>
        ['hook', 'daemon', 'capture', 'log', 'embeddings', 'backups'].includes(key)
          ? leaves(child as object, `${key}.`)
          : [prefix + key],
      )
    expect(listSettings().map(({ key }) => key)).toEqual(leaves(configSchema.parse({})))
  })

  test('describes each setting in words and has its default', () => {
    for (const { key, type, description, default: value } of listSettings()) {
      expect(description, key).not.toBe('')
      expect(type, key).toMatch(
        /^(boolean|number|integer|array|object|string|text|debug \| info.*|off \| .*)$/,
      )
      expect(value, key).toBeDefined()
    }
  })
})

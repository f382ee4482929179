import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../test/support/core/refusal.ts'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { listSettings } from '../contract/list-settings.ts'
import { getSetting, loadConfig } from './config.ts'
import { environmentName } from './environment.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'config.json')
})
const write = (value: unknown) => writeFileSync(file, JSON.stringify(value))

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
    'extraction.modelReads': ['session', 'session'],
    'extraction.consolidate': ['off', false],
    'learning.ask': ['eager', 'eager'],
    'halfLives.preference': ['11', 11],
    'halfLives.correction': ['12', 12],
    'halfLives.decision': ['13', 13],
    'halfLives.fact': ['14', 14],
    'halfLives.fix': ['15', 15],
    'halfLives.workaround': ['16', 16],
    'halfLives.procedure': ['17', 17],
    'halfLives.reference': ['18', 18],
    'halfLives.rule': ['19', 19],
    'review.fadedAfter': ['2.5', 2.5],
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
    'budget.wikiTokens': ['9', 9],
    'context.enabled': ['off', false],
    'context.atStart': ['off', false],
    'context.atPrompt': ['off', false],
    'context.startTokens': ['900', 900],
    'context.promptTokens': ['200', 200],
    'context.entriesPerScope': ['5', 5],
    'context.charactersPerScope': ['500', 500],
    'guidance.variant': ['eager', 'eager'],
    'wiki.enabled': ['false', false],
    'wiki.timeZone': ['Europe/Berlin', 'Europe/Berlin'],
    'wiki.minimumSeconds': ['5', 5],
    'wiki.modelWrites': ['true', true],
    'wiki.introductionMinutes': ['5', 5],
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
    'mcp.agentChanges': ['apply', 'apply'],
    'retention.candidateDays': ['7', 7],
    'retention.projectDays': ['7', 7],
    'retention.sessionDays': ['7', 7],
    'retention.globalDays': ['7', 7],
    'retention.agentDays': ['7', 7],
    'retention.historyDays': ['7', 7],
    'retention.historyGigabytes': ['1.5', 1.5],
    'retention.rejectedDays': ['7', 7],
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
      message: expect.stringMatching(new RegExp(`^${name}\\b`)),
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

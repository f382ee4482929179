import { describe, expect, it } from 'vitest'
import { soundMachine, soundStore } from '../../../test/support/core/health.ts'
import { configSchema } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { HostReport } from '../setup/inspect-host.ts'
import { checkHealth, type HealthPorts } from './check-health.ts'

const check = (changes: Partial<HealthPorts> = {}) => checkHealth(soundMachine(changes), {})

const host: HostReport = {
  name: 'claude-code',
  displayName: 'Claude Code',
  isFound: true,
  reason: 'there is a program "claude"',
  integrations: [],
  blockers: [],
  remarks: [],
  command: 'throughline setup --host claude-code',
  lastHeardAt: '2026-08-01T11:00:00.000Z',
  isHeard: true,
}
const mcp: HostReport['integrations'][number] = {
  kind: 'mcp',
  file: '~/.claude.json',
  state: 'current',
  missingEvents: [],
}

it('passes on a sound machine', async () => {
  const { healthy, checks } = await check()
  expect(healthy).toBe(true)
  expect(checks.map(({ subject, state }) => `${subject} ${state}`)).toEqual([
    'version ok',
    'home ok',
    'config ok',
    'learning ok',
    'capture ok',
    'database ok',
    'clock ok',
    'retention ok',
    'search index ok',
    'queue ok',
    'tasks ok',
    'daemon ok',
    'hook ok',
  ])
})

it('a store that cannot be opened fails once, with its hint, and stops no other check', async () => {
  const error = new ThroughlineError('newer-database', 'it has schema 999', { hint: 'upgrade' })
  const { healthy, checks } = await check({ openStore: () => Promise.reject(error) })
  expect(healthy).toBe(false)
  expect(checks.filter(({ state }) => state === 'fail')).toEqual([
    { subject: 'store', state: 'fail', detail: 'it has schema 999', hint: 'upgrade' },
  ])
  expect(checks.at(-1)).toMatchObject({ subject: 'hook', state: 'ok' })
})

it('a part of the store that cannot be read fails alone', async () => {
  const jobs = { list: () => Promise.reject(new Error('the database file is damaged')) }
  const { checks } = await check({ openStore: async () => soundStore({ jobs }) })
  expect(checks.filter(({ state }) => state !== 'ok')).toMatchObject([
    { subject: 'tasks', state: 'fail', detail: 'the database file is damaged' },
  ])
  expect(checks.map(({ subject }) => subject)).toContain('learning')
})

it('an event that cannot be read yet is a warning with its reason and its next try', async () => {
  const notBefore = '2026-08-01T12:00:08.000Z'
  const delayed = new Map([
    ['a.spool', { tries: 3, faults: 3, reason: 'EACCES: denied', notBefore }],
  ])
  const inHand = { read: () => ({ names: [], deaths: new Map(), delayed, ageMs: 0 }) }
  const { checks } = await check({ openStore: async () => soundStore({ inHand }) })
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([
    {
      subject: 'queue',
      state: 'warn',
      detail: 'an event cannot be read yet, 3 tries: EACCES: denied',
      hint: `tried again at ${notBefore}; after 16 tries it is set aside`,
    },
  ])
})

it('a warning is healthy, and says what to do', async () => {
  const { healthy, checks } = await check({
    readConfig: () => configSchema.parse({ enabled: false }),
  })
  expect(healthy).toBe(true)
  expect(checks).toContainEqual({
    subject: 'config',
    state: 'warn',
    detail: 'capture is switched off',
    hint: 'throughline config set enabled true',
  })
})

describe('models that read', () => {
  const model = (provider: string, isReady: boolean) => ({
    provider,
    model: 'small',
    probe: async () =>
      isReady ? ('ready' as const) : { problem: 'it is not running', hint: `start ${provider}` },
  })
  const reported = async (...models: ReturnType<typeof model>[]) => {
    const openStore = async () => soundStore({ readers: async () => models })
    const { checks } = await check({ openStore })
    return checks.filter(({ subject }) => subject === 'reading sessions')
  }

  it('are reported up to the one that would read', async () => {
    const models = [model('claude-cli', true), model('unasked', true)]
    expect(await reported(...models)).toMatchObject([{ detail: 'with claude-cli, small' }])
  })

  it('leave it to local rules if none is ready', async () => {
    const checks = await reported(model('ollama', false))
    expect(checks).toEqual([
      {
        subject: 'reading sessions',
        state: 'warn',
        detail: 'ollama is not ready: it is not running',
        hint: 'start ollama',
      },
      { subject: 'reading sessions', state: 'ok', detail: 'with local rules' },
    ])
  })
})

it('names settings that this version does not know', async () => {
  const { healthy, checks } = await check({
    unknownSettings: () => [{ key: 'enabld', nearest: 'enabled' }],
  })
  expect(healthy).toBe(true)
  expect(checks.filter(({ subject, state }) => subject === 'config' && state === 'warn')).toEqual([
    {
      subject: 'config',
      state: 'warn',
      detail: 'unknown setting "enabld" in config.json has no effect',
      hint: 'did you mean "enabled"? throughline config reset enabld removes it',
    },
  ])
})

describe('the daemon', () => {
  it.each([
    [{ kind: 'unresponsive', pid: 7 }, 'pid 7 does not answer'],
    [
      { kind: 'running', pid: 7, port: 4711, version: '1.2.2' },
      'runs version 1.2.2, installed is 1.2.3',
    ],
  ] as const)('%j needs a restart', async (state, detail) => {
    const { checks } = await check({ findDaemon: async () => state })
    expect(checks).toContainEqual({
      subject: 'daemon',
      state: 'warn',
      detail,
      hint: 'throughline restart',
    })
  })
})

describe('an agent', () => {
  const stateOf = async (changes: Partial<HostReport>, ports: Partial<HealthPorts> = {}) => {
    const hosts = [{ ...host, ...changes }]
    const { checks } = await check({ getHosts: async () => ({ hook: 'current', hosts }), ...ports })
    return checks.filter(({ state }) => state !== 'ok')
  }

  it('that is installed but not connected is a warning with the command', async () => {
    expect(await stateOf({})).toMatchObject([
      { subject: 'Claude Code', state: 'warn', hint: host.command },
    ])
  })

  it('with a blocker fails only where nothing of ours runs in it', async () => {
    const blockers = [{ problem: 'hooks are switched off', hint: 'switch them on' }]
    expect(await stateOf({ blockers })).toMatchObject([{ state: 'fail' }])
    expect(await stateOf({ blockers, integrations: [mcp] })).toMatchObject([{ state: 'warn' }])
  })

  it('that starts the MCP server has it tried', async () => {
    const tryMcp = async () => ({ works: false, problem: 'it ended' }) as const
    expect(await stateOf({ integrations: [mcp] }, { tryMcp })).toMatchObject([
      { subject: 'MCP server', state: 'fail', detail: 'does not answer: it ended' },
    ])
  })

  it('is inspected without the store where that cannot be read', async () => {
    const getHosts = () => Promise.reject(new Error('the database is locked'))
    const { checks } = await check({ getHosts })
    expect(checks.at(-1)).toMatchObject({ subject: 'hook', state: 'ok' })
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, fixture, openCapture } from '../../../test/support/core/capture.ts'
import { spend } from '../../../test/support/models/spend.ts'
import { configSchema } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { type OutputOf, operations } from '../../contract/operations/index.ts'
import { type CostPorts, createCostOperations } from './operations.ts'

let capture: Capture
let settings: object
let utcOffsetMinutes: number
beforeEach(async () => {
  capture = await openCapture()
  settings = {}
  utcOffsetMinutes = 0
})

const ports = (): CostPorts => ({
  ledger: capture.store.ledger,
  history: capture.store.history,
  clock: capture.clock,
  config: () => configSchema.parse(settings),
  utcOffsetMinutes: () => utcOffsetMinutes,
  findProject: async (id) => ({ id }),
  findSession: async (id) => ({ id }),
})

async function cost(input: Record<string, unknown> = {}): Promise<OutputOf<'getCost'>> {
  const { getCost } = createCostOperations(ports())
  const output = await getCost(operations.getCost.input.parse(input))
  return operations.getCost.output.parse(JSON.parse(JSON.stringify(output)))
}

const spendAt = (time: string, costUsd = 0.1) => {
  capture.clock.set(time)
  return spend(capture.store.ledger, { costUsd })
}

const groups = async (input: Record<string, unknown>) =>
  (await cost(input)).groups.map(({ group }) => group)

describe('the cost', () => {
  test('is nothing when no model was called', async () => {
    expect(await cost()).toMatchObject({
      by: 'day',
      groups: [],
      groupsLeftOut: 0,
      total: { calls: 0, tokens: 0, costUsd: 0 },
    })
  })

  test('covers thirty days by default', async () => {
    for (const time of ['2026-01-01T23:59:59Z', '2026-01-02T00:00:00Z', '2026-01-31T12:00:00Z']) {
      await spendAt(time)
    }
    expect(await groups({})).toEqual(['2026-01-31', '2026-01-02'])
    expect(await groups({ days: '31' })).toHaveLength(3)
    expect(await groups({ days: 1 })).toEqual(['2026-01-31'])
  })

  test('covers the time between two days of the user, both included', async () => {
    utcOffsetMinutes = 120
    const times = ['2026-01-01T21:59:59Z', '2026-01-01T22:00:00Z', '2026-01-03T21:59:59Z']
    for (const time of [...times, '2026-01-03T22:00:00Z']) await spendAt(time)
    expect(await groups({ from: '2026-01-02', to: '2026-01-03' })).toEqual([
      '2026-01-03',
      '2026-01-02',
    ])
    expect(await groups({ to: '2026-01-02', days: 2 })).toEqual(['2026-01-02', '2026-01-01'])
  })

  test('sums up everything, including groups that are left out', async () => {
    for (const day of ['01', '02', '03']) await spendAt(`2026-01-${day}T12:00:00Z`)
    expect(await cost({ limit: 2 })).toMatchObject({
      groups: [{ group: '2026-01-03' }, { group: '2026-01-02' }],
      groupsLeftOut: 1,
      total: { calls: 3, failed: 0, inputTokens: 900, outputTokens: 120, costUsd: 0.3 },
    })
  })

  test('of sessions says which they were', async () => {
    const { ledger, projects } = capture.store
    const { id: projectId } = await projects.insert({ identity: 'a', name: 'app', root: '/a' })
    capture.deliver('UserPromptSubmit', fixture('UserPromptSubmit'))
    await capture.drain({ placeOf: async () => ({ kind: 'enabled', projectId }) })
    const sessionId = String(capture.session().id)
    await spend(ledger, { sessionId, costUsd: 0.2 })
    await spend(ledger, {})
    expect((await cost({ by: 'session' })).groups).toMatchObject([
      {
        group: sessionId,
        session: { host: 'claude-code', project: 'app', title: 'List the files' },
      },
      { group: '' },
    ])
    expect(await groups({ by: 'session', project: projectId })).toEqual([sessionId])
    capture.clock.advance(365 * 86_400_000)
    expect(await groups({ by: 'model', session: sessionId })).toEqual(['ollama/small'])
    expect(await groups({ by: 'model', session: sessionId, days: 30 })).toEqual([])
  })

  test.each([{ by: 'week' }, { from: 'yesterday' }, { days: 0 }, { session: '' }])(
    'refuses %j',
    (input) => {
      expect(operations.getCost.input.safeParse(input).success).toBe(false)
    },
  )

  test('refuses an unknown project', async () => {
    const refusal = new ThroughlineError('not-found', 'there is no project "x"')
    const { getCost } = createCostOperations({
      ...ports(),
      findProject: () => Promise.reject(refusal),
    })
    const input = operations.getCost.input.parse({ project: 'x' })
    await expect(getCost(input)).rejects.toBe(refusal)
  })
})

describe('the budget', () => {
  const budget = async (input = {}) => (await cost(input)).budget

  test('is what was spent today, and the limits there are', async () => {
    settings = { learning: { reader: 'claude' }, budget: { dailyTokens: 0, sessionUsd: 0 } }
    await spendAt('2026-01-01T12:00:00Z')
    await spendAt('2026-01-02T12:00:00Z')
    expect(await budget()).toEqual({
      reader: 'claude',
      today: { tokens: 340, costUsd: 0.1 },
      limits: { dailyUsd: 1, sessionTokens: 200_000 },
      dayEndsAt: '2026-01-03T00:00:00.000Z',
    })
  })

  test('is exhausted while the last refused call would be refused again', async () => {
    settings = { budget: { dailyTokens: 1_000 } }
    const { ledger } = capture.store
    await spendAt('2026-01-02T12:00:00Z')
    expect((await budget()).exhausted).toBeUndefined()
    const call = { provider: 'a', model: 'b', purpose: 'read', sessionId: undefined } as const
    const day = { from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' }
    const limits = {
      dailyTokens: 1_000,
      dailyUsd: undefined,
      sessionTokens: undefined,
      sessionUsd: undefined,
    }
    await ledger.reserve({ ...call, tokens: 700, costUsd: 0 }, { day, ...limits })
    expect(await budget()).toMatchObject({ exhausted: 'dailyTokens', today: { tokens: 340 } })
    settings = { budget: { dailyTokens: 2_000 } }
    expect((await budget()).exhausted).toBeUndefined()
    settings = { budget: { dailyTokens: 1_000 } }
    capture.clock.set('2026-01-03T00:00:00.000Z')
    expect((await budget()).exhausted).toBeUndefined()
  })

  test('is exhausted when a limit is reached, before any call was refused', async () => {
    settings = { budget: { dailyTokens: 340 } }
    await spendAt('2026-01-02T12:00:00Z')
    expect((await budget()).exhausted).toBe('dailyTokens')
  })

  test('of a session has what the session spent', async () => {
    settings = { budget: { sessionTokens: 300 } }
    await capture.take('UserPromptSubmit', fixture('UserPromptSubmit'))
    const session = String(capture.session().id)
    await spend(capture.store.ledger, { sessionId: session })
    expect(await budget()).not.toHaveProperty('session')
    expect(await budget({ session })).toMatchObject({
      session: { tokens: 340, costUsd: 0 },
      exhausted: 'sessionTokens',
    })
  })
})

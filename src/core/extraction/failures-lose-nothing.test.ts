import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Extraction,
  itemOf,
  judgeOf,
  listeningJudge,
  openExtraction,
} from '../../../test/support/core/extraction.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Judge } from '../ports/models.ts'

let session: Extraction
beforeEach(async () => {
  session = await openExtraction()
})

describe('a judge that fails', () => {
  const failing = judgeOf(() =>
    Promise.reject(new ThroughlineError('model-unavailable', 'not now')),
  )

  test('loses nothing: the state stays, and the next run looks again', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    const before = session.tables()
    await expect(session.runJobs(failing)).rejects.toThrow('not now')
    expect(session.tables()).toEqual(before)
    session.clock.advance(60_001)
    await session.runJobs()
    expect(await session.memories()).toHaveLength(1)
  })

  test('leaves it to the next one', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    const model = { ...listeningJudge(), judge: async () => ({ items: [itemOf({})], model: 'm' }) }
    await session.runJobs({ judges: async () => [...(await failing.judges()), model] })
    expect(await session.memories()).toHaveLength(1)
  })
})

describe('a model that fails', () => {
  const content = 'The staging database is Postgres 16.'
  const unavailable = new ThroughlineError('model-unavailable', 'not now')
  const chainOf = (judge: Judge['judge']) => ({
    judges: async () => [{ ...listeningJudge(), name: 'model', judge }, listeningJudge()],
  })
  const failing = chainOf(() => Promise.reject(unavailable))
  const judged = () => session.rows('SELECT judge, model FROM extractions')

  test('leaves the window open: what the local judge found is kept, and the job is retried', async () => {
    await session.exchange(`learned: ${content}`)
    await expect(session.runJobs(failing)).rejects.toMatchObject({ code: 'model-unavailable' })
    expect(await session.contents()).toEqual([content])
    expect(judged()).toEqual([])
  })

  test('is asked again, without doubling what the local judge found', async () => {
    await session.exchange(`learned: ${content}`)
    await expect(session.runJobs(failing)).rejects.toThrow('not now')
    session.clock.advance(60_001)
    let asked = 0
    const recovered = chainOf(async () => {
      asked += 1
      const items = [itemOf({ content }), itemOf({ content: 'Backups of staging run at night.' })]
      return { items, model: 'some-model' }
    })
    await session.runJobs(recovered)
    expect(await session.contents()).toEqual(['Backups of staging run at night.', content])
    expect(judged()).toEqual([{ judge: 'model', model: 'some-model' }])
    await session.take('SessionEnd', { reason: 'other' })
    await session.runJobs(recovered)
    expect(asked).toBe(1)
  })

  test('does not prevent reading later turns, and is asked for each one it missed', async () => {
    const late = await openExtraction({ afterTurn: false, idleSeconds: 0, deepEveryTurns: 0 })
    for (const fact of [1, 2]) await late.exchange(`learned: Fact number ${fact}.`)
    await late.take('SessionEnd', { reason: 'other' })
    const missed: string[] = []
    const failOnce = chainOf(async ({ exchanges }) => {
      missed.push(exchanges.map(({ user }) => user).join())
      if (missed.length === 1) throw unavailable
      return { items: [], model: 'some-model' }
    })
    await expect(late.runJobs(failOnce)).rejects.toThrow('not now')
    expect(await late.contents()).toEqual(['Fact number 1.'])
    late.clock.advance(60_001)
    await late.runJobs(failOnce)
    expect(missed).toEqual([
      'learned: Fact number 1.',
      'learned: Fact number 2.',
      'learned: Fact number 1.,learned: Fact number 2.',
      'learned: Fact number 1.',
    ])
  })

  test.each([
    ['is over its budget', new ThroughlineError('budget-exhausted', 'no money left')],
    ['is not set up', new ThroughlineError('model-misconfigured', 'no key')],
  ])('is no failure when it %s', async (_why, error) => {
    await session.exchange(`learned: ${content}`)
    await session.runJobs(chainOf(() => Promise.reject(error)))
    expect(judged()).toEqual([{ judge: 'listening', model: null }])
  })
})

describe('a store that fails', () => {
  const everything = () =>
    [...session.tables(), 'extractions', 'extracted_items'].map((table) =>
      typeof table === 'string' ? session.rows(`SELECT * FROM ${table}`) : table,
    )

  test.each(['memories', 'memory_sources', 'extracted_items', 'extractions', 'extraction_states'])(
    'while it writes %s has nothing of the item, and the next run stores it',
    async (table) => {
      await session.exchange('learned: The staging database is Postgres 16.')
      const before = everything()
      session.store.exec(
        `CREATE TRIGGER failing BEFORE INSERT ON ${table}
         BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      )
      await expect(session.runJobs()).rejects.toThrow('the disk is full')
      expect(everything()).toEqual(before)
      session.store.exec('DROP TRIGGER failing')
      session.clock.advance(60_001)
      await session.runJobs()
      expect(await session.contents()).toEqual(['The staging database is Postgres 16.'])
      expect(session.rows('SELECT judge, items FROM extractions')).toEqual([
        { judge: 'listening', items: 1 },
      ])
    },
  )
})

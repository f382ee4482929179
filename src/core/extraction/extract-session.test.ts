import { beforeEach, describe, expect, test } from 'vitest'
import { one } from '../../../test/support/core/capture.ts'
import { type Extraction, openExtraction } from '../../../test/support/core/extraction.ts'
import { forgetMemory } from '../memory/forget-memory.ts'

let session: Extraction
beforeEach(async () => {
  session = await openExtraction()
})

test('each turn is read alone when it ends', async () => {
  for (let turn = 1; turn <= 6; turn++) await session.exchange(`learned: Fact number ${turn}.`)
  await session.runJobs()
  expect(session.windows.map(({ exchanges }) => exchanges.length)).toEqual([1, 1, 1, 1, 1, 1])
  expect(await session.memories()).toHaveLength(6)
})

describe('reading again', () => {
  test('the same events changes nothing', async () => {
    for (let turn = 1; turn <= 6; turn++) await session.exchange(`learned: Fact number ${turn}.`)
    await session.take('SessionEnd', { reason: 'other' })
    await session.runJobs()
    const [memories, sources] = session.tables()
    for (const { subject } of session.rows("SELECT subject FROM jobs WHERE kind = 'extract'")) {
      await session.store.jobs.enqueue({ kind: 'extract', subject: String(subject), again: true })
    }
    await session.runJobs()
    expect(session.tables().slice(0, 2)).toEqual([memories, sources])
  })

  test('does not bring back what was forgotten', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    const { id } = one(await session.memories())
    const at = session.clock.now().toISOString()
    await session.store.transaction(({ memories: tx }) => forgetMemory(tx, id, at, { now: true }))
    await session.take('Stop', { last_assistant_message: 'Its backups are ready as well.' })
    await session.take('SessionEnd', { reason: 'other' })
    await session.runJobs()
    expect(await session.memories()).toEqual([])
  })

  test('a turn that went on after its end finds what came since', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    await session.take('Stop', { last_assistant_message: 'Its backups are ready as well.' })
    await session.runJobs()
    expect(session.windows).toHaveLength(2)
    expect(await session.memories()).toHaveLength(1)
  })
})

test('a turn too short to hold anything is passed over', async () => {
  await session.exchange('ok', '')
  await session.runJobs()
  expect(session.windows).toEqual([])
  expect(one(session.rows('SELECT turns_through FROM extraction_states'))).toEqual({
    turns_through: 1,
  })
})

test('switched off meanwhile, what was queued is left', async () => {
  await session.exchange('learned: The staging database is Postgres 16.')
  await session.runJobs({ settings: () => ({ ...session.ports.settings(), rules: false }) })
  expect(await session.memories()).toEqual([])
})

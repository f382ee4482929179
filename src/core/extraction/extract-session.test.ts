import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { one } from '../../../test/support/core/capture.ts'
import { type Extraction, openExtraction } from '../../../test/support/core/extraction.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import { extractAll, fewestTogether } from './extract-session.ts'

let session: Extraction
beforeEach(async () => {
  session = await openExtraction()
})

describe('several turns together', () => {
  test('are judged each time five have ended', async () => {
    for (let turn = 1; turn <= 11; turn++) await session.exchange(`learned: Fact number ${turn}.`)
    await session.runJobs()
    const deep = session.windows.filter(({ depth }) => depth === 'deep')
    expect(deep.map(({ exchanges }) => exchanges.length)).toEqual([5, 5])
    expect(session.windows.filter(({ depth }) => depth === 'turn')).toHaveLength(11)
  })

  test('add nothing to what each of them yielded', async () => {
    for (const fact of ['one', 'two', 'three', 'four', 'five']) {
      await session.exchange(`learned: The port called ${fact} is closed to the outside.`)
    }
    await session.runJobs()
    expect(await session.memories()).toHaveLength(5)
    expect((await session.memories()).every(({ version }) => version === 1)).toBe(true)
  })

  test('are read at the end of the session, even if they are fewer than five', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.exchange('And what about the cache, is it Redis?')
    await session.take('SessionEnd', { reason: 'other' })
    await session.runJobs()
    expect(session.windows.at(-1)).toMatchObject({ depth: 'deep', exchanges: [{}, {}] })
  })

  test('are judged before a compaction when they are at least five', async () => {
    const few = await openExtraction({ deepEveryTurns: 0 })
    for (const turn of [1, 2, 3, 4]) await few.exchange(`learned: Fact number ${turn}.`)
    await few.take('PreCompact', { trigger: 'auto' })
    await few.runJobs()
    expect(few.windows.map(({ depth }) => depth)).toEqual(['turn', 'turn', 'turn', 'turn'])
    await few.exchange('learned: Fact number 5.')
    await few.take('PreCompact', { trigger: 'auto' })
    await few.runJobs()
    expect(few.windows.at(-1)).toMatchObject({ depth: 'deep', exchanges: [{}, {}, {}, {}, {}] })
  })
})

describe('a compaction', () => {
  const only = { afterTurn: false, idleSeconds: 0, atSessionEnd: false }

  test('reads every unread turn, however few there are', async () => {
    const compacted = await openExtraction(only)
    for (const turn of [1, 2, 3]) await compacted.exchange(`learned: Fact number ${turn}.`)
    await compacted.take('PreCompact', { trigger: 'manual' })
    await compacted.runJobs()
    expect(await compacted.memories()).toHaveLength(3)
  })

  test('reads the last turn again if it continued since', async () => {
    const compacted = await openExtraction(only)
    await compacted.take('UserPromptSubmit', { prompt: 'learned: The port is 4173.' })
    for (const answer of ['The server is set up.', 'And so is the proxy.']) {
      await compacted.take('Stop', { last_assistant_message: answer })
      for (const custom_instructions of ['', 'keep decisions']) {
        await compacted.take('PreCompact', { trigger: 'manual', custom_instructions })
        await compacted.runJobs()
      }
    }
    expect(compacted.windows.map(({ exchanges }) => exchanges[0]?.assistant)).toEqual([
      'The server is set up.',
      'And so is the proxy.',
    ])
  })

  test('before the first prompt finds nothing to read', async () => {
    const compacted = await openExtraction(only)
    await compacted.take('PreCompact', { trigger: 'manual' })
    await compacted.runJobs()
    expect(compacted.windows).toEqual([])
  })
})

describe('a session whose turns were not captured', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      { type: 'user', message: { role: 'user', content: `learned: Fact number ${at}.` } },
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
      },
    ]).flat()
  function transcript(count: number): string {
    const file = join(makeTemporaryFolder(), 's.jsonl')
    writeFileSync(
      file,
      entries(count)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    )
    return file
  }

  test('is flushed from its transcript before a compaction, once', async () => {
    const transcript_path = transcript(6)
    for (const custom_instructions of ['', 'keep decisions']) {
      await session.take('PreCompact', { trigger: 'auto', transcript_path, custom_instructions })
      await session.runJobs()
    }
    expect(session.windows).toMatchObject([{ depth: 'deep', exchanges: Array(6).fill({}) }])
    expect(await session.memories()).toHaveLength(6)
  })

  test('is left alone while it has fewer turns than the settings ask for', async () => {
    const few = { trigger: 'auto', transcript_path: transcript(4) }
    await session.take('PreCompact', few)
    await session.runJobs()
    expect(session.windows).toEqual([])
    const eager = await openExtraction({ compactionMinTurns: 4 })
    await eager.take('PreCompact', few)
    await eager.runJobs()
    expect(await eager.memories()).toHaveLength(4)
  })

  test('is read on request, together with a turn captured since', async () => {
    const transcript_path = transcript(3)
    await session.take('UserPromptSubmit', { prompt: 'learned: Fact number 2.', transcript_path })
    await session.take('Stop', { last_assistant_message: 'ok', transcript_path })
    const place = await session.store.history.sessionPlace(String(session.session().id))
    if (!place) throw new Error('no session')
    const options = { signal: new AbortController().signal }
    await extractAll(place, fewestTogether, session.ports, options)
    expect(await session.memories()).toHaveLength(3)
    expect(session.windows.at(-1)?.exchanges.map(({ turnId }) => turnId)).toEqual([
      undefined,
      undefined,
      one(session.turns()).id,
    ])
  })
})

describe('silence', () => {
  test('reads the rest once it has lasted long enough', async () => {
    const idle = await openExtraction({ afterTurn: false, deepEveryTurns: 0 })
    await idle.exchange('learned: The staging database is Postgres 16.')
    await idle.take('PostToolUse', { tool_name: 'Read', tool_input: {}, tool_response: {} })
    idle.clock.advance(29_500)
    await idle.runJobs()
    expect(idle.windows).toEqual([])
    idle.clock.advance(1_000)
    await idle.runJobs()
    expect(await idle.contents()).toEqual(['The staging database is Postgres 16.'])
  })
})

describe('looking again', () => {
  test('at the same events changes nothing, and asks no judge', async () => {
    for (let turn = 1; turn <= 6; turn++) await session.exchange(`learned: Fact number ${turn}.`)
    await session.take('SessionEnd', { reason: 'other' })
    await session.runJobs()
    const before = session.tables()
    const asked = session.windows.length
    session.clock.advance(1_000)
    for (const { subject } of session.rows("SELECT subject FROM jobs WHERE kind = 'extract'")) {
      await session.store.jobs.enqueue({ kind: 'extract', subject: String(subject), again: true })
    }
    await session.runJobs()
    expect(session.windows).toHaveLength(asked)
    expect(session.tables()).toEqual(before)
  })

  test('does not bring back what was forgotten', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    const { id } = one(await session.memories())
    const at = session.clock.now().toISOString()
    await session.store.transaction(({ memories: tx }) => forgetMemory(tx, id, at, { now: true }))
    await session.exchange('And what about the cache, is it Redis?')
    await session.take('SessionEnd', { reason: 'other' })
    await session.runJobs()
    expect(await session.memories()).toEqual([])
  })

  test('at a turn that went on after its end finds what came since', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    await session.take('Stop', { last_assistant_message: 'Its backups are ready as well.' })
    await session.runJobs()
    expect(session.windows).toHaveLength(2)
    expect(await session.memories()).toHaveLength(1)
  })
})

test('a turn too short to teach anything is skipped, and not read again', async () => {
  await session.exchange('ok', '')
  await session.runJobs()
  expect(session.windows).toEqual([])
  expect(one(session.rows('SELECT turns_through FROM extraction_states'))).toEqual({
    turns_through: 1,
  })
})

test('queued work is dropped if extraction was switched off meanwhile', async () => {
  const off = await openExtraction()
  await off.exchange('learned: The staging database is Postgres 16.')
  await off.runJobs({ settings: () => ({ ...off.ports.settings(), mode: 'off' }) })
  expect(await off.memories()).toEqual([])
})

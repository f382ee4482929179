import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { one, sha256 } from '../../../test/support/core/capture.ts'
import {
  type Extraction,
  itemOf,
  listeningJudge,
  openExtraction,
} from '../../../test/support/core/extraction.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import { hashContent } from '../memory/new-memory.ts'
import type { Judge } from '../ports/judge.ts'
import { fewestTogether, lookAtAll } from './look-through.ts'

let session: Extraction
beforeEach(async () => {
  session = await openExtraction()
})
const judgeOf = (judge: Judge['judge']) => ({
  judges: async () => [{ ...listeningJudge(), judge }],
})

describe('a turn', () => {
  test('yields memories with where they come from, in the scope of the project', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    const memory = one(await session.memories())
    expect(memory).toMatchObject({
      content: 'The staging database is Postgres 16.',
      scope: 'project',
      scopeId: session.project,
      source: 'heuristic',
      tags: ['auto'],
    })
    const turn = one(session.turns())
    expect(await session.store.memories.sources(memory.id)).toEqual([
      { type: 'turn', ref: turn.id, host: 'claude-code' },
    ])
  })

  test('of a session outside of any project yields memories of that session only', async () => {
    session.leaveProject()
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    expect(one(await session.memories())).toMatchObject({
      scope: 'session',
      scopeId: session.session().id,
    })
  })

  const proposed = () => session.rows('SELECT action, wanted, proposer FROM proposals')
  const wanted = { content: 'I like short answers, everywhere', scope: 'global' } as const
  const judging = (item: Parameters<typeof itemOf>[0]) =>
    judgeOf(async () => ({ items: [itemOf(item)], model: undefined }))

  test('about the person wherever they work stays in the project and is proposed', async () => {
    await session.exchange(wanted.content)
    await session.runJobs(judging(wanted))
    expect(one(await session.memories())).toMatchObject({ scope: 'project', trust: 'user' })
    expect(one(proposed())).toMatchObject({
      action: 'widen',
      wanted: '{"scope":"global","scopeId":""}',
      proposer: expect.stringContaining('about yourself'),
    })
  })

  test('outright as a rule is a rule of the project', async () => {
    await session.exchange('Never push on Fridays')
    await session.runJobs(judging({ kind: 'rule', content: 'Never push on Fridays' }))
    expect(one(await session.memories())).toMatchObject({
      kind: 'rule',
      scope: 'project',
      standing: 'memory',
      confirmation: 'stated',
    })
    expect(proposed()).toEqual([])
  })

  test('as an instruction is a candidate, and a rule once it is said in two sessions', async () => {
    const heard = { kind: 'rule', content: 'Never push on Fridays', standing: 'candidate' } as const
    const say = async (sessionId: string) => {
      await session.take('UserPromptSubmit', { session_id: sessionId, prompt: heard.content })
      await session.take('Stop', { session_id: sessionId, last_assistant_message: 'Understood.' })
      await session.runJobs(
        judgeOf(async ({ exchanges }) => {
          const sources = exchanges.map(
            ({ turnId = '' }) => ({ type: 'turn', ref: turnId }) as const,
          )
          return { items: [itemOf({ ...heard, sources })], model: undefined }
        }),
      )
      return one(await session.memories())
    }
    expect(await say('s1')).toMatchObject({ kind: 'preference', standing: 'candidate' })
    expect(await say('s2')).toMatchObject({ kind: 'rule', confirmation: 'repeated' })
    expect(proposed()).toEqual([])
  })

  test('as a rule is proposed as one if a memory of another kind says it', async () => {
    await session.exchange('Never push on Fridays')
    await session.runJobs(judging({ kind: 'fact', content: 'Never push on Fridays' }))
    await session.exchange('Never push on Fridays, I said')
    await session.runJobs(judging({ kind: 'rule', content: 'Never push on Fridays.' }))
    expect(one(await session.memories())).toMatchObject({ kind: 'fact' })
    expect(one(proposed())).toMatchObject({ action: 'make-rule', wanted: '{"kind":"rule"}' })
  })

  test('that an agent or a tool said is never proposed', async () => {
    await session.exchange('What does the page say?')
    await session.runJobs(judging({ scope: 'global', kind: 'rule', trust: 'tool' }))
    expect(one(await session.memories())).toMatchObject({
      ...{ kind: 'preference', scope: 'project', standing: 'candidate' },
    })
    expect(proposed()).toEqual([])
  })

  test('that is global already is not stored again', async () => {
    await session.exchange(wanted.content)
    const known = itemOf(wanted)
    await session.store.transaction(({ memories }) =>
      memories.insert(
        sampleMemory('known', {
          ...{ scope: 'global', scopeId: '', content: known.content },
          contentHash: hashContent(known.content, sha256),
        }),
      ),
    )
    await session.runJobs(judging(wanted))
    expect(one(await session.memories())).toMatchObject({ id: 'known' })
    expect(proposed()).toEqual([])
  })

  test('judged by a model says so', async () => {
    await session.exchange('Postgres it is, then.')
    await session.runJobs(judgeOf(async () => ({ items: [itemOf({})], model: 'some-model' })))
    expect(one(await session.memories())).toMatchObject({ source: 'model' })
    expect(one(session.rows('SELECT judge, model, items FROM extractions'))).toEqual({
      judge: 'listening',
      model: 'some-model',
      items: 1,
    })
  })

  test('is anchored to the commit where it names files', async () => {
    await session.exchange('Look into the parser, please.')
    const items = [itemOf({ files: ['src/parse.ts'] }), itemOf({ content: 'We use tabs here.' })]
    await session.runJobs(judgeOf(async () => ({ items, model: undefined })))
    const commits = (await session.memories()).map(({ content, commit }) => [content, commit])
    expect(new Map(commits as [string, string][])).toEqual(
      new Map([
        ['The parser lives in src/parse.ts.', 'c0ffee'],
        ['We use tabs here.', undefined],
      ]),
    )
  })

  test('too short to hold anything is passed over, and not looked at again', async () => {
    await session.exchange('ok', '')
    await session.runJobs()
    expect(session.windows).toEqual([])
    expect(one(session.rows('SELECT turns_through FROM extraction_states'))).toEqual({
      turns_through: 1,
    })
  })

  test('whose memory would be nothing but a secret loses only that one', async () => {
    await session.exchange('remember the token, and that we use tabs')
    const secret = itemOf({ content: `ghp_${'a1B2'.repeat(9)}` })
    const items = [secret, itemOf({ content: 'This project indents with tabs.' })]
    await session.runJobs(judgeOf(async () => ({ items, model: undefined })))
    expect(await session.contents()).toEqual(['This project indents with tabs.'])
  })
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

  test('are judged at the end of the session, also when they are fewer than five', async () => {
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

  test('has every turn looked at that was not yet, however few they are', async () => {
    const compacted = await openExtraction(only)
    for (const turn of [1, 2, 3]) await compacted.exchange(`learned: Fact number ${turn}.`)
    await compacted.take('PreCompact', { trigger: 'manual' })
    await compacted.runJobs()
    expect(await compacted.memories()).toHaveLength(3)
  })

  test('has the last turn looked at again if it went on since', async () => {
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

  test('before anything was said finds nothing to look at', async () => {
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

  test('is looked through by hand, and together with a turn captured since', async () => {
    const transcript_path = transcript(3)
    await session.take('UserPromptSubmit', { prompt: 'learned: Fact number 2.', transcript_path })
    await session.take('Stop', { last_assistant_message: 'ok', transcript_path })
    const place = await session.store.history.sessionPlace(String(session.session().id))
    if (!place) throw new Error('no session')
    const options = { signal: new AbortController().signal }
    await lookAtAll(place, fewestTogether, session.ports, options)
    expect(await session.memories()).toHaveLength(3)
    expect(session.windows.at(-1)?.exchanges.map(({ turnId }) => turnId)).toEqual([
      undefined,
      undefined,
      one(session.turns()).id,
    ])
  })
})

describe('silence', () => {
  test('has what is left looked at, once it has lasted long enough', async () => {
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

  test('keeps no later turn from being looked at, and is asked for each one it missed', async () => {
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
  ])('does not count as failed when it %s', async (_why, error) => {
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

describe('a memory that replaces another', () => {
  const moved = itemOf({
    content: 'The staging database is MySQL 8.',
    supersedes: 'staging database Postgres',
  })

  test('closes it', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    await session.exchange('We moved the staging database to MySQL 8.')
    await session.runJobs(judgeOf(async () => ({ items: [moved], model: undefined })))
    expect(await session.contents()).toEqual(['The staging database is MySQL 8.'])
    const former = (await session.memories()).find(({ content }) => content.includes('Postgres'))
    expect(former?.supersededBy).toBeDefined()
  })

  test('that a judge made up an id for is stored all the same', async () => {
    const supersedes = '0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77'
    await session.exchange('We moved the staging database to MySQL 8.')
    await session.runJobs(
      judgeOf(async () => ({ items: [{ ...moved, supersedes }], model: undefined })),
    )
    expect(await session.memories()).toHaveLength(1)
  })

  test('of somebody trusted more is put beside it for review', async () => {
    await session.exchange('learned: The staging database is Postgres 16.')
    await session.runJobs()
    await session.exchange('Please look at the database once more.')
    const guess = { ...moved, trust: 'agent' } as const
    await session.runJobs(judgeOf(async () => ({ items: [guess], model: undefined })))
    expect(await session.contents()).toHaveLength(2)
    const links = session.rows('SELECT relation FROM memory_links')
    expect(links).toEqual([{ relation: 'contradicts' }])
  })
})

test('switched off meanwhile, what was queued is left', async () => {
  const off = await openExtraction()
  await off.exchange('learned: The staging database is Postgres 16.')
  await off.runJobs({ settings: () => ({ ...off.ports.settings(), mode: 'off' }) })
  expect(await off.memories()).toEqual([])
})

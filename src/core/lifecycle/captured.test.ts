import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { fixture, one, sha256 } from '../../../test/support/core/capture.ts'
import { type Lifecycle, openLifecycle, toChat } from '../../../test/support/core/lifecycle.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'

let lifecycle: Lifecycle
beforeEach(async () => {
  lifecycle = await openLifecycle()
})

const prompt = (id: string, text = 'do it') =>
  lifecycle.take('UserPromptSubmit', { prompt_id: id, prompt: text })
const stop = (id: string, answer = 'done') =>
  lifecycle.take('Stop', { prompt_id: id, last_assistant_message: answer })
const types = async () => (await lifecycle.told()).map(({ type }) => type)

describe('without subscribers', () => {
  test('nothing is written', async () => {
    lifecycle.change([])
    await lifecycle.take('SessionStart', { source: 'startup' })
    await prompt('p1')
    await stop('p1')
    expect(lifecycle.count('events')).toBe(3)
    expect(lifecycle.count('lifecycle_events')).toBe(0)
    expect(lifecycle.count('lifecycle_sequences')).toBe(0)
  })

  test('to a type, that type is not written', async () => {
    lifecycle.change([{ ...toChat, events: ['turn-ended'] }])
    await lifecycle.take('SessionStart', { source: 'startup' })
    await prompt('p1')
    await stop('p1')
    expect(await types()).toEqual(['turn-ended'])
    expect(lifecycle.count('lifecycle_events')).toBe(1)
  })
})

describe('what every event has', () => {
  test('is an id of its own, its place in the session, and where that is', async () => {
    await lifecycle.take('SessionStart', { source: 'startup', cwd: '/w/a' })
    await prompt('p1')
    await stop('p1')
    const told = await lifecycle.told()
    expect(new Set(told.map(({ id }) => id)).size).toBe(2)
    expect(told.map(({ sequence }) => sequence)).toEqual([1, 2])
    const { id } = lifecycle.session()
    expect(told[0]).toMatchObject({
      version: 1,
      at: '2026-01-02T03:04:06.000Z',
      host: 'claude-code',
      session: { id, hostSessionId: 's1', cwd: '/w/a' },
    })
  })

  test('is not sent again if the host repeats it', async () => {
    await lifecycle.take('SessionStart', { source: 'startup' })
    await lifecycle.take('SessionStart', { source: 'startup' })
    expect(await types()).toEqual(['session-started'])
  })
})

describe('session-started', () => {
  const event = { host: 'claude-code', hostSessionId: 's1' }

  test('waits until its hook was answered, and says what that gave', async () => {
    await lifecycle.store.transaction(async ({ memories: tx }) => {
      await tx.insert(sampleMemory('aa'))
      await tx.insert(sampleMemory('bb', { scope: 'global', scopeId: '' }))
    })
    await lifecycle.told()
    await lifecycle.take('SessionStart', { source: 'startup' })
    expect(await lifecycle.store.lifecycle.nextDue('chat')).toBeUndefined()
    const line = { kind: 'fact', trust: 'user', at: '', text: '', reason: '', tokens: 5 } as const
    await lifecycle.store.injections.record({
      id: 'i1',
      session: event,
      projectId: undefined,
      event: 'session-start',
      source: 'startup',
      at: lifecycle.clock.now().toISOString(),
      tokens: 40,
      characters: 160,
      lines: [
        { ...line, section: 'rules', id: 'bb' },
        { ...line, section: 'project', id: 'aa' },
      ],
    })
    expect(one(await lifecycle.told()).data).toEqual({
      source: 'startup',
      loaded: {
        memories: 2,
        tokens: 40,
        ids: ['bb', 'aa'],
        byScope: { global: 1, project: 1, session: 0, agent: 0 },
      },
    })
  })

  test('says that nothing was given', async () => {
    await lifecycle.take('SessionStart', { source: 'resume' })
    expect(one(await lifecycle.told()).data).toEqual({
      source: 'resume',
      loaded: {
        memories: 0,
        tokens: 0,
        ids: [],
        byScope: { global: 0, project: 0, session: 0, agent: 0 },
      },
    })
  })
})

describe('turn-ended', () => {
  const outcomes = async () =>
    (await lifecycle.told()).flatMap(({ type, data }) =>
      type === 'turn-ended' ? [`${data.turn} ${data.outcome}`] : [],
    )

  test('has its number, outcome and digest', async () => {
    await prompt('p1', 'Which package manager?')
    await stop('p1', 'We use pnpm because of the lockfile.')
    const turn = one(lifecycle.turns())
    expect(one(await lifecycle.told()).data).toEqual({
      turnId: turn.id,
      turn: 1,
      outcome: 'ok',
      digest: expect.stringContaining('pnpm because of the lockfile'),
    })
  })

  test('holds no secret', async () => {
    await prompt('p1', 'Use AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzKEYX')
    await stop('p1')
    expect(JSON.stringify(await lifecycle.told())).not.toContain('wJalrXUtnFEMI')
  })

  test('is sent for a turn that the next one interrupted, before the next one’s end', async () => {
    await prompt('p1')
    await prompt('p2')
    await stop('p2')
    expect(await outcomes()).toEqual(['1 cut', '2 ok'])
  })

  test('is sent again if a turn continues after its end', async () => {
    await prompt('p1')
    await stop('p1', 'almost')
    await stop('p1', 'now it is')
    expect(await outcomes()).toEqual(['1 ok', '1 ok'])
  })

  test('is sent for a failure, and for a turn that ends with a silent session', async () => {
    await prompt('p1')
    await lifecycle.take('StopFailure', { prompt_id: 'p1', error: 'rate_limit' })
    await prompt('p2')
    lifecycle.clock.advance(13 * 60 * 60_000)
    await lifecycle.prune()
    expect(await outcomes()).toEqual(['1 failed', '2 cut'])
  })
})

describe('a compaction', () => {
  test('is sent before it with turns and tokens', async () => {
    const transcript = join(makeTemporaryFolder(), 's1.jsonl')
    const answer = (usage: object, more = {}) =>
      `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', usage }, ...more })}\n`
    writeFileSync(
      transcript,
      answer({ input_tokens: 10, output_tokens: 5 }) +
        answer({ input_tokens: 20, cache_read_input_tokens: 100_000, output_tokens: 30 }) +
        answer({ input_tokens: 999 }, { isSidechain: true }) +
        answer({ input_tokens: 0, output_tokens: 0 }),
    )
    await prompt('p1')
    await stop('p1')
    await lifecycle.told()
    await lifecycle.take('PreCompact', fixture('PreCompact-auto', { transcript_path: transcript }))
    expect(one(await lifecycle.told()).data).toEqual({
      trigger: 'auto',
      turns: 1,
      tokens: { inContext: 100_050, given: 0, budget: 1_500 },
    })
  })

  test('has the host’s own count and the model’s window, from its payload or its transcript', async () => {
    const payload = { trigger: 'auto', context_tokens: 120_000, context_window_size: 128_000 }
    await lifecycle.take('preCompact', payload, { host: 'cursor' })
    expect(one(await lifecycle.told()).data).toMatchObject({
      tokens: { inContext: 120_000, window: 128_000 },
    })
    const transcript = resolve('test/fixtures/hosts/codex/transcript-compaction.jsonl')
    const named = { session_id: 's2', transcript_path: transcript, trigger: 'auto' }
    await lifecycle.take('PreCompact', named, { host: 'codex' })
    expect(one(await lifecycle.told()).data).toMatchObject({
      tokens: { inContext: 140, window: 258_400 },
    })
  })

  test('is sent after it with what was shortened and what was kept', async () => {
    await prompt('p1')
    await stop('p1')
    await prompt('p2')
    await stop('p2')
    const session = String(lifecycle.session().id)
    await lifecycle.store.transaction(async ({ memories: tx }) => {
      await tx.insert(sampleMemory('aa'))
      await tx.addSources('aa', [{ type: 'session', ref: session }])
    })
    await lifecycle.told()
    const payload = fixture('PostCompact-manual')
    await lifecycle.take('PostCompact', payload)
    expect(one(await lifecycle.told()).data).toEqual({
      trigger: 'manual',
      turns: { from: 1, through: 2, count: 2 },
      summary: {
        characters: String(payload.compact_summary).length,
        excerpt: expect.stringContaining('Decision: use pnpm.'),
      },
      memories: { count: 1, ids: ['aa'] },
    })
    await prompt('p3')
    await stop('p3')
    await lifecycle.told()
    await lifecycle.take('PostCompact', { trigger: 'auto' })
    const again = one(await lifecycle.told())
    expect(again.data).toMatchObject({ turns: { from: 3, through: 3, count: 1 } })
    expect(again.data).not.toHaveProperty('summary')
  })
})

describe('instructions-loaded', () => {
  test('lists every file once with its origin and kind', async () => {
    const file = join(makeTemporaryFolder(), 'CLAUDE.md')
    writeFileSync(file, 'Use pnpm.\n')
    const load = (name: string, changes = {}) =>
      lifecycle.take('InstructionsLoaded', fixture(name, changes))
    await load('InstructionsLoaded-session_start', { file_path: file })
    await load('InstructionsLoaded-include', { parent_file_path: file })
    writeFileSync(file, 'Use npm.\n')
    await load('InstructionsLoaded-compact', { file_path: file })
    const told = await lifecycle.told()
    const included = {
      path: '/home/dev/project/docs/style.md',
      kind: 'Project',
      reason: 'include',
      parent: file,
    }
    const loaded = (reason: string, text: string) => ({
      path: file,
      kind: 'Project',
      reason,
      hash: sha256(text),
      bytes: text.length,
    })
    expect(told.map(({ data }) => data)).toMatchObject([
      { loaded: file, files: [loaded('session_start', 'Use pnpm.\n')] },
      { loaded: included.path, files: [loaded('session_start', 'Use pnpm.\n'), included] },
      { loaded: file, files: [loaded('compact', 'Use npm.\n'), included] },
    ])
  })

  test('says which file led to a nested one', async () => {
    await lifecycle.take('InstructionsLoaded', fixture('InstructionsLoaded-nested_traversal'))
    expect(one(await lifecycle.told()).data).toMatchObject({
      files: [{ reason: 'nested_traversal', trigger: '/home/dev/project/src/parser/index.js' }],
    })
  })
})

describe('a subscriber to some projects', () => {
  test.each([
    ['github.com/acme/widgets', 1],
    ['github.com/acme', 1],
    ['/w/widgets/**', 1],
    ['github.com/acme/other', 0],
    ['~/private', 0],
  ])('that names %s is sent %i', async (rule, count) => {
    lifecycle.change([{ ...toChat, projects: [rule] }])
    const project = await lifecycle.store.projects.insert({
      identity: 'github.com/acme/widgets',
      name: 'widgets',
      root: '/w/widgets',
    })
    lifecycle.placeIn(project.id)
    await lifecycle.take('SessionStart', { source: 'startup' })
    expect(await lifecycle.told()).toHaveLength(count)
  })

  test('gets nothing about events without a project', async () => {
    lifecycle.change([{ ...toChat, projects: ['github.com/acme'] }])
    await lifecycle.take('SessionStart', { source: 'startup' })
    expect(lifecycle.count('lifecycle_events')).toBe(0)
  })
})

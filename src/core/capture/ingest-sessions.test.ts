import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, fixture, one, openCapture } from '../../../test/support/core/capture.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

const prompt = (id: string, text: string) =>
  capture.take('UserPromptSubmit', { prompt_id: id, prompt: text })
const stop = (id: string, answer: string) =>
  capture.take('Stop', { prompt_id: id, last_assistant_message: answer })
const tool = (id: string, useId: string) =>
  capture.take('PostToolUse', {
    prompt_id: id,
    tool_name: 'Bash',
    tool_use_id: useId,
    tool_input: { command: 'ls' },
    tool_response: { stdout: useId },
  })
const start = (source = 'startup') => capture.take('SessionStart', { source, cwd: '/w/a' })
const end = () => capture.take('SessionEnd', { reason: 'other' })
const jobsOf = (kind: string) => capture.jobs().filter((job) => job.kind === kind)
const prune = () => capture.prune()

describe('a session', () => {
  test('is inserted as active by its start, with the host’s fields', async () => {
    await capture.take('SessionStart', fixture('SessionStart-startup-interactive'))
    expect(capture.session()).toMatchObject({
      host: 'claude-code',
      host_session_id: 's1',
      status: 'active',
      started_at: '2026-01-02T03:04:06.000Z',
      ended_at: null,
      end_reason: null,
      cwd: '/home/dev/project',
      model: fixture('SessionStart-startup-interactive').model,
      transcript_path: fixture('SessionStart-startup-interactive').transcript_path,
      event_count: 1,
    })
  })

  test('that starts again at once stays as it was', async () => {
    await start()
    const before = capture.session()
    expect(await start()).toEqual({ ingested: [], duplicates: 1, rejected: 0, postponed: 0 })
    expect(capture.session()).toEqual(before)
    expect(capture.count('events')).toBe(1)
  })

  test('is completed by its end, which queues the roll-up once', async () => {
    await start()
    await end()
    await capture.take('SessionEnd', { reason: 'logout' })
    const { id } = capture.session()
    expect(capture.session()).toMatchObject({
      status: 'completed',
      end_reason: 'logout',
      ended_at: '2026-01-02T03:04:08.000Z',
    })
    expect(capture.jobs()).toEqual([{ kind: 'digest-session', subject: id, status: 'pending' }])
  })

  test('has its open turn cut and queued when it ends', async () => {
    await prompt('p1', 'begin')
    await end()
    const turn = one(capture.turns())
    expect(turn).toMatchObject({ outcome: 'cut', ended_at: capture.session().ended_at })
    expect(jobsOf('digest-turn')).toEqual([
      { kind: 'digest-turn', subject: turn.id, status: 'pending' },
    ])
  })

  test('of one host is not that of another with the same id', async () => {
    await prompt('p1', 'here')
    await capture.take(
      'UserPromptSubmit',
      { prompt_id: 'p1', prompt: 'here' },
      { host: 'other-host' },
    )
    expect(capture.rows('SELECT host, event_count FROM sessions ORDER BY host')).toEqual([
      { host: 'claude-code', event_count: 1 },
      { host: 'other-host', event_count: 1 },
    ])
    expect(capture.turns().map(({ number }) => number)).toEqual([1, 1])
  })

  test('without an id is known by the whole path of its transcript', async () => {
    for (const project of ['a', 'b']) {
      const transcript = { session_id: null, transcript_path: `/projects/${project}/s.jsonl` }
      await capture.take('Stop', { ...transcript, last_assistant_message: project })
      await capture.take('SessionEnd', { ...transcript, reason: 'other' })
    }
    const ended = { status: 'completed', event_count: 2 }
    expect(capture.rows('SELECT * FROM sessions')).toMatchObject([ended, ended])
  })

  test('ended by its host is not revived by a late startup nor by a late tool', async () => {
    await prompt('p1', 'work')
    await end()
    await tool('p1', 't1')
    await start('startup')
    await stop('p1', 'done')
    expect(capture.session()).toMatchObject({ status: 'completed', end_reason: 'other' })
    expect(capture.count('tool_events')).toBe(1)
  })

  test.each(['resume', 'UserPromptSubmit'])('that was ended lives again by %s', async (how) => {
    await start()
    await end()
    await (how === 'resume' ? start('resume') : prompt('p2', 'one more thing'))
    expect(capture.session()).toMatchObject({ status: 'active', ended_at: null, end_reason: null })
  })

  test('can be known by its end alone', async () => {
    await end()
    expect(capture.session()).toMatchObject({ status: 'completed', event_count: 1 })
    await start('startup')
    expect(capture.session()).toMatchObject({ status: 'completed', event_count: 2 })
  })

  test('keeps its folder, project and branch while events name another folder', async () => {
    const home = await capture.store.projects.insert({ identity: 'a', name: 'a', root: '/w/a' })
    const away = await capture.store.projects.insert({ identity: 'b', name: 'b', root: '/w/b' })
    const placeOf = async (_: unknown, cwd: string | undefined) =>
      cwd === '/w/a'
        ? { kind: 'enabled' as const, projectId: home.id, branch: 'main' }
        : { kind: 'enabled' as const, projectId: away.id, branch: 'elsewhere' }
    capture.deliver('SessionStart', { cwd: '/w/a', source: 'startup' })
    capture.deliver('CwdChanged', { cwd: '/w/a', new_cwd: '/w/b' })
    capture.deliver('Stop', { cwd: '/w/b', prompt_id: 'p1' })
    await capture.drain({ placeOf })
    expect(capture.session()).toMatchObject({ cwd: '/w/a', project_id: home.id, branch: 'main' })
    expect(capture.events().map(({ cwd }) => cwd)).toEqual([null, '/w/b', '/w/b'])
  })

  test('learns its folder, project and branch from the first event that knows them', async () => {
    const project = await capture.store.projects.insert({ identity: 'a', name: 'a', root: '/w/a' })
    await capture.take('Stop', { prompt_id: 'p1' })
    capture.deliver('Stop', { prompt_id: 'p2', cwd: '/w/a' })
    const place = { kind: 'enabled' as const, projectId: project.id, branch: 'main' }
    await capture.drain({ placeOf: async () => place })
    expect(capture.session()).toMatchObject({ cwd: '/w/a', project_id: project.id, branch: 'main' })
  })

  test('follows a switch of branch', async () => {
    const project = await capture.store.projects.insert({ identity: 'a', name: 'a', root: '/w/a' })
    for (const branch of ['main', 'feature']) {
      capture.deliver('Stop', { prompt_id: branch, cwd: '/w/a' })
      await capture.drain({
        placeOf: async () => ({ kind: 'enabled', projectId: project.id, branch }),
      })
    }
    expect(capture.session().branch).toBe('feature')
  })
})

describe('silence', () => {
  test('closes a session at its last sign of life, its turn with it', async () => {
    await prompt('p1', 'work')
    const { id, last_event_at } = capture.session()
    capture.clock.advance(12 * 3_600_000 + 1)
    await prune()
    expect(capture.session()).toMatchObject({
      status: 'completed',
      end_reason: 'silence',
      ended_at: last_event_at,
    })
    expect(one(capture.turns())).toMatchObject({ outcome: 'cut', ended_at: last_event_at })
    expect(capture.jobs().map(({ kind, subject }) => [kind, subject])).toEqual([
      ['digest-turn', one(capture.turns()).id],
      ['extract', one(capture.turns()).id],
      ['digest-session', id],
    ])
  })

  test.each([
    ['PostToolUse', { tool_name: 'Bash', tool_use_id: 't1' }],
    ['Stop', { prompt_id: 'p1' }],
    ['PreCompact', { trigger: 'auto' }],
    ['PostCompact', { trigger: 'auto' }],
    ['SubagentStop', { agent_id: 'a1', agent_type: 'Explore' }],
    ['SessionStart', { source: 'startup' }],
    ['Unheard', {}],
  ])('is over with any event, here %s', async (event, payload) => {
    await prompt('p1', 'work')
    capture.clock.advance(13 * 3_600_000)
    await prune()
    await capture.take(event, payload)
    expect(capture.session()).toMatchObject({ status: 'active', ended_at: null, end_reason: null })
  })
})

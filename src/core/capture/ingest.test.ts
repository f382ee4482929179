import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, fixture, one, openCapture } from '../../../test/support/capture.ts'

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
async function finishJobs(): Promise<void> {
  for (const job of await capture.store.jobs.list({ limit: 10 })) {
    await capture.store.jobs.complete(job.id)
  }
}
const prune = () => capture.prune()

describe('a session', () => {
  test('is inserted as active by its start, with what the host told', async () => {
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

  test('without an id is known by its transcript', async () => {
    const transcript = { session_id: null, transcript_path: '/t/abc.jsonl' }
    await capture.take('Stop', transcript)
    await capture.take('SessionEnd', { ...transcript, reason: 'other' })
    expect(capture.session('abc')).toMatchObject({ status: 'completed', event_count: 2 })
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

  test('keeps its folder, project and branch while events tell of another folder', async () => {
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

describe('a turn', () => {
  test('is a prompt with the next number, and later its answer', async () => {
    await prompt('p1', 'List the files')
    await stop('p1', 'Two.')
    await prompt('p2', 'Which?')
    const { id: session_id } = capture.session()
    expect(capture.turns()).toMatchObject([
      {
        session_id,
        number: 1,
        host_turn_id: 'p1',
        prompt: 'List the files',
        origin: 'user',
        answer: 'Two.',
        outcome: 'ok',
        started_at: '2026-01-02T03:04:06.000Z',
        ended_at: '2026-01-02T03:04:07.000Z',
      },
      { session_id, number: 2, prompt: 'Which?', answer: null, outcome: 'open', ended_at: null },
    ])
  })

  test('counts and queues only when a row was really inserted', async () => {
    await prompt('p1', 'one')
    await prompt('p2', 'two')
    const before = { turns: capture.turns(), jobs: capture.jobs() }
    expect((await prompt('p2', 'two')).duplicates).toBe(1)
    expect((await prompt('p1', 'one')).duplicates).toBe(1)
    expect({ turns: capture.turns(), jobs: capture.jobs() }).toEqual(before)
  })

  test('is queued by the prompt after it, and cut where it never ended', async () => {
    await prompt('p1', 'one')
    await prompt('p2', 'two')
    const [first, second] = capture.turns()
    expect(first).toMatchObject({ outcome: 'cut', ended_at: second?.started_at })
    expect(capture.jobs()).toEqual([
      { kind: 'digest-turn', subject: first?.id, status: 'pending' },
      { kind: 'extract', subject: first?.id, status: 'pending' },
    ])
  })

  test('begins again when a person says the same after interrupting, without turn ids', async () => {
    await capture.take('UserPromptSubmit', { prompt: 'continue' })
    capture.clock.advance(10_000)
    await capture.take('UserPromptSubmit', { prompt: 'continue' })
    expect(capture.turns().map(({ prompt, outcome }) => [prompt, outcome])).toEqual([
      ['continue', 'cut'],
      ['continue', 'open'],
    ])
  })

  test('is queued once by its stop and by the prompt after it', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'done')
    const { id } = one(capture.turns())
    await prompt('p2', 'two')
    expect(capture.jobs()).toEqual([
      { kind: 'digest-turn', subject: id, status: 'pending' },
      { kind: 'extract', subject: id, status: 'pending' },
    ])
  })

  test('that stops twice has one job, which is opened again when it was done', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'first answer')
    await finishJobs()
    await stop('p1', 'second answer')
    const { id, answer } = one(capture.turns())
    expect(answer).toBe('second answer')
    expect(capture.jobs()).toEqual([
      { kind: 'digest-turn', subject: id, status: 'pending' },
      { kind: 'extract', subject: id, status: 'pending' },
    ])
  })

  test('whose digest is done is not digested again for the next prompt', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'done')
    await finishJobs()
    await prompt('p2', 'two')
    expect(capture.jobs().map(({ status }) => status)).toEqual(['done', 'done'])
  })

  test('keeps its answer when a later stop has none', async () => {
    await prompt('p1', 'one')
    await stop('p1', 'done')
    await capture.take('Stop', { prompt_id: 'p1', stop_hook_active: true })
    expect(one(capture.turns()).answer).toBe('done')
  })

  test('that failed says so, with what the host showed', async () => {
    await prompt('p1', 'one')
    await capture.take('StopFailure', fixture('StopFailure-rate_limit', { prompt_id: 'p1' }))
    expect(one(capture.turns()).outcome).toBe('failed')
    expect(capture.events().at(-1)?.fields).toMatchObject({ error: 'rate_limit' })
  })

  test('is two turns when «yes» was typed twice to a client without turn ids', async () => {
    for (const answer of ['Shall I go on?', 'Done.']) {
      await capture.take('UserPromptSubmit', { prompt: 'yes' })
      await capture.take('Stop', { last_assistant_message: answer })
    }
    expect(capture.turns()).toMatchObject([
      { number: 1, prompt: 'yes', answer: 'Shall I go on?' },
      { number: 2, prompt: 'yes', answer: 'Done.' },
    ])
    expect(capture.count('events')).toBe(4)
  })

  test('owns the event of its own prompt and stop, with or without turn ids', async () => {
    await prompt('p1', 'with an id')
    await stop('p1', 'done')
    await capture.take('UserPromptSubmit', { prompt: 'without' })
    await capture.take('Stop', {})
    const [first, second] = capture.turns().map(({ id }) => id)
    expect(capture.events().map(({ turn_id }) => turn_id)).toEqual([first, first, second, second])
  })

  test('of a finished background task is a notification, and of a slash command a command', async () => {
    await capture.take('UserPromptSubmit', fixture('UserPromptSubmit-task-notification'))
    await capture.take('UserPromptSubmit', fixture('UserPromptSubmit-slash-command'))
    expect(capture.turns().map(({ origin }) => origin)).toEqual(['notification', 'command'])
  })

  test('with an empty prompt is one all the same', async () => {
    await prompt('p1', '')
    expect(one(capture.turns()).prompt).toBe('')
  })
})

describe('a tool event', () => {
  test('keeps its input and output apart from its row, in the turn it belongs to', async () => {
    const payload = fixture('PostToolUse-Bash', { prompt_id: 'p1' })
    await prompt('p1', 'List the files')
    const { ingested } = await capture.take('PostToolUse', payload)
    const turn = one(capture.turns())
    expect(one(capture.toolEvents())).toMatchObject({
      id: ingested[0],
      session_id: capture.session().id,
      turn_id: turn.id,
      tool_name: 'Bash',
      tool_use_id: 'toolu_mwh47nm70',
      outcome: 'ok',
      duration_ms: 32,
      agent_name: '',
    })
    expect(await capture.store.history.toolEvent(one(ingested))).toMatchObject({
      input: payload.tool_input,
      output: payload.tool_response,
    })
  })

  test('is all or nothing with its payload', async () => {
    const { transaction } = capture.store.capture
    capture.deliver('PostToolUse', fixture('PostToolUse-Bash'))
    const store: typeof capture.store.capture = {
      transaction: (work) =>
        transaction((tx) =>
          work({
            ...tx,
            async insertToolEvent(event) {
              await tx.insertToolEvent(event)
              throw new Error('the power went')
            },
          }),
        ),
    }
    expect((await capture.drain({ store })).rejected).toBe(1)
    for (const table of ['sessions', 'events', 'tool_events', 'tool_event_payloads']) {
      expect(capture.count(table)).toBe(0)
    }
  })

  test('that failed keeps the error as its output', async () => {
    const { ingested } = await capture.take(
      'PostToolUseFailure',
      fixture('PostToolUseFailure-Bash'),
    )
    expect(await capture.store.history.toolEvent(one(ingested))).toMatchObject({
      outcome: 'failed',
      output: { error: fixture('PostToolUseFailure-Bash').error, is_interrupt: false },
    })
  })

  test('shares its payload with every other that has the same', async () => {
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: 'README.md' }
    await capture.take('PostToolUse', { ...call, tool_use_id: 't1' })
    await capture.take('PostToolUse', { ...call, tool_use_id: 't2' })
    expect(capture.count('tool_events')).toBe(2)
    expect(capture.count('tool_event_payloads')).toBe(2)
  })

  test.each([[0], [false], [''], [null], [[]], [{}], [{ epoch: 0, ok: false, text: '' }]])(
    'gives %j back as it came',
    async (value) => {
      const { ingested } = await capture.take('PostToolUse', {
        tool_name: 'Bash',
        tool_use_id: 't1',
        tool_input: value,
        tool_response: value,
        duration_ms: 0,
        extra: value,
      })
      expect(await capture.store.history.toolEvent(one(ingested))).toMatchObject({
        input: value,
        output: value,
        durationMs: 0,
      })
      expect(one(capture.events()).fields).toEqual({ extra: value })
    },
  )

  test.each([32.5, 1e300, -1])('may have taken %d ms', async (duration_ms) => {
    const { ingested } = await capture.take('PostToolUse', { tool_name: 'Bash', duration_ms })
    expect(await capture.store.history.toolEvent(one(ingested))).toMatchObject({
      durationMs: duration_ms,
    })
  })

  test('of a subagent belongs to the parent session and names the agent', async () => {
    const payload = fixture('PostToolUse-in-subagent')
    const { ingested } = await capture.take('PostToolUse', payload)
    expect(capture.count('sessions')).toBe(1)
    expect(one(capture.toolEvents())).toMatchObject({
      session_id: capture.session().id,
      agent_id: 'ab8020be57bc14338',
      agent_name: 'Explore',
    })
    expect(await capture.store.history.toolEvent(one(ingested))).toMatchObject({
      agentName: 'Explore',
    })
  })
})

describe('an event', () => {
  test('of an unknown kind is kept with all it says', async () => {
    await capture.take('TeammateIdle', {
      hook_event_name: 'TeammateIdle',
      who: 'ada',
      depth: [1, { a: null }],
    })
    expect(one(await capture.store.history.eventsAfter('', 10))).toMatchObject({
      kind: 'other',
      name: 'TeammateIdle',
      fields: { who: 'ada', depth: [1, { a: null }] },
    })
  })

  test('of a known kind keeps the fields nobody expected', async () => {
    await capture.take('Stop', { prompt_id: 'p1', mood: 'good', background_tasks: [] })
    expect(one(capture.events()).fields).toEqual({ mood: 'good', background_tasks: [] })
  })

  test('of a subagent has its name and its last words', async () => {
    await capture.take('SubagentStart', fixture('SubagentStart'))
    await capture.take('SubagentStop', fixture('SubagentStop'))
    expect(capture.count('sessions')).toBe(1)
    expect(capture.events()).toMatchObject([
      { kind: 'subagent-start', agent_id: expect.any(String), fields: { agent_name: 'Explore' } },
      {
        kind: 'subagent-end',
        agent_id: 'ab8020be57bc14338',
        fields: { agent_name: 'Explore', answer: 'The parser lives in src/parser.' },
      },
    ])
  })

  test('of a compaction that looks like a subagent is none', async () => {
    await capture.take('SubagentStop', fixture('SubagentStop-compaction'))
    expect(one(capture.events())).toMatchObject({
      kind: 'other',
      name: 'SubagentStop',
      agent_id: '',
    })
  })

  test('of a compaction keeps its summary', async () => {
    await capture.take('PostCompact', fixture('PostCompact-manual'))
    expect(one(capture.events()).fields).toMatchObject({
      trigger: 'manual',
      summary: fixture('PostCompact-manual').compact_summary,
    })
  })

  test('has its time in ISO 8601 with a single Z', async () => {
    await prompt('p1', 'when?')
    const times = [one(capture.events()).occurred_at, capture.session().started_at]
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('may have happened in 1970', async () => {
    capture.clock.set('1969-12-31T23:59:59.000Z')
    await prompt('p1', 'epoch')
    expect(capture.session().started_at).toBe('1970-01-01T00:00:00.000Z')
    expect(one(capture.turns()).started_at).toBe('1970-01-01T00:00:00.000Z')
  })

  test('may hold any character', async () => {
    const text = 'nul \u0000 emoji 🧵 quote \' " \\ line\nend \u2028'
    await prompt('p1', text)
    expect((await capture.store.history.session('s1'))?.firstPrompt).toBe(text)
  })
})

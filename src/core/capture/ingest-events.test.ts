import { beforeEach, describe, expect, test } from 'vitest'
import { readEvents } from '../../../test/conformance/samples.ts'
import { type Capture, fixture, one, openCapture } from '../../../test/support/core/capture.ts'

let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

const prompt = (id: string, text: string) =>
  capture.take('UserPromptSubmit', { prompt_id: id, prompt: text })

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

  test.each([
    ['mcp__throughline__memory_store', true],
    ['mcp__throughline__memory_recall', false],
    ['Bash', false],
  ])('of %s answers an ask: %s', async (tool_name, isAnswer) => {
    await prompt('p1', 'From now on use pnpm')
    const { host, hostSessionId } = one(
      await capture.store.history.sessions({ limit: 1, offset: 0 }),
    )
    const session = { host, hostSessionId }
    const at = capture.clock.now().toISOString()
    const ask = { id: 'a', session, prompt: 1, moment: 'prompt' as const, subject: 'x', at }
    await capture.store.asks.record(ask)
    await capture.take('PostToolUse', fixture('PostToolUse-Bash', { prompt_id: 'p1', tool_name }))
    const { answeredAt } = one(await capture.store.asks.list(session))
    expect(answeredAt !== undefined).toBe(isAnswer)
  })

  describe('is foreign', () => {
    const call = (tool_name: string, tool_input: Record<string, string>) =>
      capture.take('PostToolUse', { tool_name, tool_input, cwd: '/home/dev/project' })
    const marks = () => capture.toolEvents().map(({ is_foreign }) => is_foreign)

    test('if it reads a file that an earlier call of the session downloaded', async () => {
      const page = { file_path: '/home/dev/project/docs/page.md' }
      await call('Read', page)
      await call('Bash', { command: 'cd docs && curl -so page.md https://example.com' })
      await call('Read', { ...page, limit: '20' })
      await call('Read', { file_path: '/home/dev/project/docs/other.md' })
      expect(marks()).toEqual([0, 1, 1, 0])
    })

    test('if it continues a command of a session that ran a foreign one', async () => {
      await call('BashOutput', { bash_id: '1' })
      await call('Bash', { command: 'curl https://example.com', run_in_background: 'true' })
      await call('BashOutput', { bash_id: '2' })
      expect(marks()).toEqual([0, 1, 1])
    })
  })

  test('is all or nothing with its payload', async () => {
    const { transaction } = capture.store
    capture.deliver('PostToolUse', fixture('PostToolUse-Bash'))
    const store: typeof capture.parts.store = {
      transaction: (work) =>
        transaction((tx) =>
          work({
            ...tx,
            capture: {
              ...tx.capture,
              async insertToolEvent(event) {
                await tx.capture.insertToolEvent(event)
                throw new Error('the power went')
              },
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
    expect(one(await readEvents(capture.store))).toMatchObject({
      kind: 'other',
      name: 'TeammateIdle',
      fields: { who: 'ada', depth: [1, { a: null }] },
    })
  })

  test('of a known kind keeps unknown fields', async () => {
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

  test('may contain any character', async () => {
    const text = 'emoji 🧵 quote \' " \\ line\nend \u2028'
    await prompt('p1', text)
    expect((await capture.store.history.session('s1'))?.timeline[0]?.prompt).toBe(text)
  })

  test('has a visible sign for a NUL, which databases cut text at', async () => {
    await prompt('p1', 'before \u0000 after')
    expect((await capture.store.history.session('s1'))?.timeline[0]?.prompt).toBe(
      'before \u2400 after',
    )
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { at, createSamples } from '../../../test/conformance/samples.ts'
import { fact, type Giving, openGiving, started } from '../../../test/support/core/give-context.ts'
import { sha256 } from '../../adapters/ids.ts'
import { followFailures } from '../failures/follow-failures.ts'
import type { CaptureLocation, EventDetail } from '../model/host-event.ts'

const about = 'How do we deploy with `flyctl`?'
const prompt = (text: string): EventDetail => ({ kind: 'prompt', text, origin: 'user' })
const greeting = prompt('Good morning to all of you')
let session: Giving

beforeEach(async () => {
  session = await openGiving()
})

describe('giveContext', () => {
  test('answers a happening once, though hooks installed twice ask twice', async () => {
    expect(await session.give(started)).toContain(fact)
    expect(await session.give(started)).toBe('')
    expect(await session.noted()).toHaveLength(1)
  })

  test('answers again when the same happens later', async () => {
    expect(await session.give(started)).toContain(fact)
    session.clock.advance(6_000)
    expect(await session.give(started)).toContain(fact)
  })

  test('records what it gives, at which event and why, before it gives it', async () => {
    const text = await session.give(started)
    expect(text).toContain(fact)
    expect(await session.noted()).toMatchObject([
      {
        event: 'session-start',
        source: 'startup',
        projectId: 'a',
        characters: text.length,
        lines: [{ id: 'aa', reason: expect.any(String), use: undefined }],
      },
    ])
  })

  test('gives nothing, and notes nothing, when it is too late', async () => {
    expect(await session.give(started, { isLate: true })).toBe('')
    expect(await session.noted()).toEqual([])
    expect(await session.give(started)).toContain(fact)
  })

  test('gives a memory to a prompt about it once', async () => {
    expect(await session.give(prompt(about))).toContain(fact)
    expect(await session.give(prompt(about))).toBe('')
  })

  test('may give it again after a compaction, even one that it answered with nothing', async () => {
    await session.give(prompt(about))
    session.clock.advance(10_000)
    const compacted: EventDetail = { kind: 'session-start', source: 'compact' }
    expect(await session.give(compacted, { context: { atStart: false } })).toBe('')
    expect(await session.give(prompt(about))).toContain(fact)
  })

  test('gives rules again with the next prompt if the host ignores answers after a compaction', async () => {
    const capabilities = { losesStartOf: ['compact'] }
    const rule = 'Never push to main'
    await session.keep('cc', { content: rule, kind: 'rule' })
    expect(await session.give(started, { capabilities })).toContain(rule)
    session.clock.advance(10_000)
    expect(await session.give(greeting, { capabilities })).toBe('')
    expect(await session.give({ kind: 'pre-compact', trigger: 'auto' }, { capabilities })).toBe('')
    session.clock.advance(10_000)
    expect(await session.give(greeting, { capabilities })).toContain(rule)
  })

  test('gives the recap with that prompt, once', async () => {
    const { id } = await createSamples(session.store).addSession({ hostSessionId: 's1' })
    const capabilities = { losesStartOf: ['compact'] }
    const recap = async (sessionId: string, length: string) =>
      sessionId === id ? [{ trust: 'user' as const, text: `Task: a ${length} one` }] : []
    const next = () => session.give(greeting, { capabilities, recap })
    expect(await session.give(started, { capabilities, recap })).not.toContain('Task')
    session.clock.advance(10_000)
    await session.give({ kind: 'pre-compact', trigger: 'auto' }, { capabilities, recap })
    session.clock.advance(10_000)
    expect(await next()).toContain('- [user] Task: a full one')
    session.clock.advance(10_000)
    expect(await next()).toBe('')
  })

  test('gives a subagent the memories of its name, and records them', async () => {
    await session.keep('bb', { content: 'Read tests', scope: 'agent', scopeId: 'reviewer' })
    const start = (name: string) =>
      session.give({ kind: 'subagent-start' }, { event: { agent: { id: name, name } } })
    expect(await start('reviewer')).toContain('Read tests')
    expect(await start('planner')).toBe('')
    expect(await session.noted()).toMatchObject([
      { event: 'subagent-start', lines: [{ section: 'agent', id: 'bb' }] },
    ])
  })

  test.each([
    ['it is switched off', { context: { enabled: false } }],
    ['it is switched off for prompts', { context: { atPrompt: false } }],
    ['the project is switched off', { place: { kind: 'disabled' } as const }],
    ['the host takes nothing then', { capabilities: { injectsAtPrompt: false } }],
    ['a subagent was asked', { event: { agent: { id: 'a1', name: 'Explore' } } }],
    ['the event is none that is answered', { event: { name: 'Unheard' } }],
  ])('gives nothing to a prompt when %s', async (_when, circumstances) => {
    expect(await session.give(prompt(about), circumstances)).toBe('')
    expect(await session.noted()).toEqual([])
  })

  test.each([
    ['an empty prompt', prompt('')],
    ['our own block alone', prompt(`<throughline-context>\n- ${fact}\n</throughline-context>\n`)],
    ['what is private', prompt(`<private>${about}</private>`)],
    ['a compaction that begins', { kind: 'pre-compact', trigger: 'auto' } as const],
  ])('gives nothing for %s', async (_what, detail) => {
    expect(await session.give(detail)).toBe('')
    expect(await session.noted()).toEqual([])
  })

  test('gives a host that loses it at the start the same with its first prompt, once', async () => {
    const capabilities = { injectsAtStart: false }
    expect(await session.give(started, { capabilities })).toBe('')
    expect(await session.give(greeting, { capabilities })).toContain(fact)
    expect(await session.noted()).toMatchObject([{ event: 'session-start' }])
    expect(await session.give(prompt(about), { capabilities })).toBe('')
  })

  test('gives it with the first prompt after a start that the host loses, and only then', async () => {
    const capabilities = { losesStartOf: ['clear'] }
    expect(await session.give({ kind: 'session-start', source: 'clear' }, { capabilities })).toBe(
      '',
    )
    expect(await session.give(greeting, { capabilities })).toContain(fact)
    const event = { sessionId: 's2' }
    expect(await session.give(started, { capabilities, event })).toContain(fact)
    expect(await session.give(prompt(about), { capabilities, event })).toBe('')
  })
})

describe('a failure that an earlier session resolved', () => {
  const complaint = 'a.go:1:2: repeated `x`, make it a constant (goconst)'
  const lint = { toolName: 'Bash', input: { command: 'make lint' } }
  const known = /`goconst` failed on|failed like this on/

  /** Fails in this session after another one resolved it. */
  async function failAgain(): Promise<CaptureLocation> {
    const samples = createSamples(session.store)
    const project = { identity: 'a', name: 'a', root: undefined }
    const { id: projectId } = await session.store.projects.insert(project)
    const work = async (hostSessionId: string, outputs: readonly string[]) => {
      const { id } = await samples.addSession({ hostSessionId, projectId })
      for (const [index, output] of outputs.entries()) {
        const outcome = output === '' ? ('ok' as const) : ('failed' as const)
        const detail = { ...lint, output, outcome, toolUseId: `t${index}` }
        await samples.addToolEvent(id, { detail })
      }
    }
    await work('before', [complaint, ''])
    await work('s1', [complaint])
    await followFailures(session.store, sha256)
    session.clock.set(at(9))
    return { kind: 'enabled', projectId, branch: 'main' }
  }

  const failed: EventDetail = { kind: 'tool', ...lint, output: complaint, outcome: 'failed' }
  const event = { name: 'PostToolUseFailure' }

  test('comes with the failure', async () => {
    const place = await failAgain()
    expect(await session.give(failed, { place, event })).toMatch(known)
    expect(await session.give(prompt('Go on with the linter.'), { place })).not.toMatch(known)
  })

  test('comes with the next prompt of a host that takes nothing after a failure', async () => {
    const place = await failAgain()
    const capabilities = { injectsAfterFailure: false }
    expect(await session.give(failed, { place, event, capabilities })).toBe('')
    expect(await session.give(prompt(about), { place, capabilities })).toMatch(known)
    expect(await session.give(prompt('And now?'), { place, capabilities })).not.toMatch(known)
  })

  test.each([
    ['where context is off', { context: { enabled: false } }],
    ['where prompts bring nothing', { context: { atPrompt: false } }],
    ['too late', { isLate: true }],
    ['in a disabled folder', { place: { kind: 'disabled' } as CaptureLocation }],
  ])('is not given %s', async (_, circumstances) => {
    const place = await failAgain()
    expect(await session.give(failed, { place, event, ...circumstances })).toBe('')
  })
})

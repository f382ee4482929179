import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { at, createSamples, sampleMemory } from '../../../test/conformance/samples.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import {
  openMemoryStore,
  type MemoryStore as Store,
} from '../../../test/support/core/memory-store.ts'
import { claudeCodeProtocol } from '../../adapters/hosts/claude-code/protocol.ts'
import { sha256 } from '../../adapters/ids.ts'
import { removePrivateSpans } from '../../adapters/redaction/private-spans.ts'
import { configSchema } from '../../contract/config.ts'
import { followFailures } from '../failures/follow-failures.ts'
import type { CallerNames } from '../model/caller-names.ts'
import type { CaptureLocation, EventDetail, HostEvent } from '../model/host-event.ts'
import type { Memory } from '../model/memory.ts'
import type { HostCapabilities } from '../ports/host.ts'
import { giveContext } from './give-context.ts'
import type { RecapReader } from './recap/recap-length.ts'

const fact = 'We deploy with flyctl from the release branch'
const about = 'How do we deploy with `flyctl`?'
const clock = createTestClock()
let store: Store

beforeEach(async () => {
  store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  await store.transaction(({ memories: tx }) => tx.insert(sampleMemory('aa', { content: fact })))
})

const names: Partial<Record<EventDetail['kind'], string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'subagent-start': 'SubagentStart',
  'pre-compact': 'PreCompact',
}
const started: EventDetail = { kind: 'session-start', source: 'startup' }
const prompt = (text: string): EventDetail => ({ kind: 'prompt', text, origin: 'user' })

interface Circumstances {
  readonly caller?: CallerNames
  readonly capabilities?: Partial<HostCapabilities>
  readonly context?: object
  readonly event?: Partial<HostEvent>
  readonly isLate?: boolean
  readonly place?: CaptureLocation
  readonly recap?: RecapReader
}

function give(detail: EventDetail, circumstances: Circumstances = {}): Promise<string> {
  const { caller = {}, capabilities, context = {}, event, isLate = false, recap } = circumstances
  const { place = { kind: 'enabled', projectId: 'a', branch: 'main' } } = circumstances
  const host = {
    ...claudeCodeProtocol,
    capabilities: { ...claudeCodeProtocol.capabilities, ...capabilities },
  }
  const happened: HostEvent = {
    host: 'claude-code',
    name: names[detail.kind] ?? 'Other',
    sessionId: 's1',
    detail,
    isDistinct: false,
    fields: {},
    ...event,
  }
  return giveContext(
    {
      host,
      event: happened,
      folder: '/w/a',
      caller,
      findPlace: async () => place,
      isLate: () => isLate,
    },
    {
      ...store,
      clock,
      connections: { isConnected: async () => false },
      changedFiles: { read: async () => ({ uncommitted: [], committed: [] }) },
      hash: sha256,
      withoutPrivate: removePrivateSpans,
      ...(recap && { recap }),
    },
    configSchema.parse({ context }),
  )
}

const noted = () => store.injections.ofSession({ host: 'claude-code', hostSessionId: 's1' })

describe('giveContext', () => {
  test('answers a happening once, though hooks installed twice ask twice', async () => {
    expect(await give(started)).toContain(fact)
    expect(await give(started)).toBe('')
    expect(await noted()).toHaveLength(1)
  })

  test('answers again when the same happens later', async () => {
    expect(await give(started)).toContain(fact)
    clock.advance(6_000)
    expect(await give(started)).toContain(fact)
  })

  test('notes what it gave, at which event and why, before it gives it', async () => {
    const text = await give(started)
    expect(text).toContain(fact)
    expect(await noted()).toMatchObject([
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
    expect(await give(started, { isLate: true })).toBe('')
    expect(await noted()).toEqual([])
    expect(await give(started)).toContain(fact)
  })

  test('gives a memory to a prompt about it once', async () => {
    expect(await give(prompt(about))).toContain(fact)
    expect(await give(prompt(about))).toBe('')
  })

  test('may give it again after a compaction, even one that was told nothing', async () => {
    await give(prompt(about))
    clock.advance(10_000)
    const compacted: EventDetail = { kind: 'session-start', source: 'compact' }
    expect(await give(compacted, { context: { atStart: false } })).toBe('')
    expect(await give(prompt(about))).toContain(fact)
  })

  test('gives it again with the next prompt where nobody tells of the compaction afterwards', async () => {
    const capabilities = { losesStartOf: ['compact'] }
    expect(await give(started, { capabilities })).toContain(fact)
    clock.advance(10_000)
    expect(await give(prompt('Good morning to all of you'), { capabilities })).toBe('')
    expect(await give({ kind: 'pre-compact', trigger: 'auto' }, { capabilities })).toBe('')
    clock.advance(10_000)
    expect(await give(prompt('Good morning to all of you'), { capabilities })).toContain(fact)
  })

  test('gives the recap with that prompt, once', async () => {
    const { id } = await createSamples(store).addSession({ hostSessionId: 's1' })
    const capabilities = { losesStartOf: ['compact'] }
    const recap = async (sessionId: string, length: string) =>
      sessionId === id ? [{ trust: 'user' as const, text: `Task: a ${length} one` }] : []
    const next = () => give(prompt('Good morning to all of you'), { capabilities, recap })
    expect(await give(started, { capabilities, recap })).not.toContain('Task')
    clock.advance(10_000)
    await give({ kind: 'pre-compact', trigger: 'auto' }, { capabilities, recap })
    clock.advance(10_000)
    expect(await next()).toContain('- [user] Task: a full one')
    clock.advance(10_000)
    expect(await next()).toBe('')
  })

  test('gives a subagent the memories of its name, and records them', async () => {
    const habit = sampleMemory('bb', { content: 'Read tests', scope: 'agent', scopeId: 'reviewer' })
    await store.transaction(({ memories: tx }) => tx.insert(habit))
    const start = (name: string) =>
      give({ kind: 'subagent-start' }, { event: { agent: { id: name, name } } })
    expect(await start('reviewer')).toContain('Read tests')
    expect(await start('planner')).toBe('')
    expect(await noted()).toMatchObject([
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
    expect(await give(prompt(about), circumstances)).toBe('')
    expect(await noted()).toEqual([])
  })

  test.each([
    ['an empty prompt', prompt('')],
    ['our own block alone', prompt(`<throughline-context>\n- ${fact}\n</throughline-context>\n`)],
    ['what is private', prompt(`<private>${about}</private>`)],
    ['a compaction that begins', { kind: 'pre-compact', trigger: 'auto' } as const],
  ])('gives nothing for %s', async (_what, detail) => {
    expect(await give(detail)).toBe('')
    expect(await noted()).toEqual([])
  })

  test('gives a host that loses it at the start the same with its first prompt, once', async () => {
    const capabilities = { injectsAtStart: false }
    expect(await give(started, { capabilities })).toBe('')
    expect(await give(prompt('Good morning to all of you'), { capabilities })).toContain(fact)
    expect(await noted()).toMatchObject([{ event: 'session-start' }])
    expect(await give(prompt(about), { capabilities })).toBe('')
  })

  test('gives it with the first prompt after a start that the host loses, and only then', async () => {
    const capabilities = { losesStartOf: ['clear'] }
    expect(await give({ kind: 'session-start', source: 'clear' }, { capabilities })).toBe('')
    expect(await give(prompt('Good morning to all of you'), { capabilities })).toContain(fact)
    const event = { sessionId: 's2' }
    expect(await give(started, { capabilities, event })).toContain(fact)
    expect(await give(prompt(about), { capabilities, event })).toBe('')
  })
})

describe('at a file', () => {
  const trap = 'Never call save twice in src/cart.ts, it loses rows.'
  const place = { kind: 'enabled', projectId: 'a', branch: 'main', root: '/w/a' } as const
  const event = { name: 'PostToolUse', cwd: '/w/a' }
  const read = (file: string): EventDetail => ({
    kind: 'tool',
    toolName: 'Read',
    input: { file_path: `/w/a/${file}` },
    output: '',
    outcome: 'ok',
  })
  const open = (file: string, circumstances: Circumstances = {}) =>
    give(read(file), { place, event, ...circumstances })
  const keep = (id: string, given: Partial<Memory>) =>
    store.transaction(({ memories: tx }) => tx.insert(sampleMemory(id, given)))

  beforeEach(() => keep('f1', { content: trap }))

  test('gives what is known about it at its first read, once, and records the moment', async () => {
    expect(await open('src/other.ts')).toBe('')
    expect(await open('src/cart.ts')).toContain(`About this file:\n- [`)
    expect(await noted()).toMatchObject([
      { event: 'file', lines: [{ section: 'file', id: 'f1', reason: 'about src/cart.ts' }] },
    ])
    clock.advance(60_000)
    expect(await open('src/cart.ts')).toBe('')
  })

  test('gives at most two lines, the memories anchored to it first', async () => {
    await keep('f2', { content: 'The cart is saved by a queue.', files: ['src/cart.ts'] })
    await keep('f3', { content: 'Rounding happens in src/cart.ts only.', importance: 0.1 })
    const text = await open('src/cart.ts')
    expect(text.match(/^- /gm)).toHaveLength(2)
    expect(text).toMatch(/saved by a queue[\s\S]*save twice/)
    clock.advance(60_000)
    expect(await open('src/cart.ts')).toBe('')
  })

  test('answers a patch about one of its files, and the others when they are opened', async () => {
    await keep('f2', { content: 'Mind the locks of src/lock.ts.', importance: 0.1 })
    const input = { patch: '*** Update File: src/cart.ts\n@@\n*** Update File: src/lock.ts\n' }
    const patch = { ...read(''), toolName: 'apply_patch', input } as EventDetail
    const text = await give(patch, { place, event })
    expect(text).toContain(trap)
    expect(text).not.toContain('locks')
    clock.advance(60_000)
    expect(await open('src/lock.ts')).toContain('locks')
  })

  test.each([
    ['a candidate', { standing: 'candidate' }],
    ['foreign text', { trust: 'tool' }],
    ['what no longer holds', { validTo: '2020-01-01T00:00:00.000Z' }],
    ['a memory of another project', { scopeId: 'b' }],
  ] as const)('never gives %s', async (_what, given) => {
    await keep('g1', { content: 'Mind the locks of src/lock.ts.', ...given })
    expect(await open('src/lock.ts')).toBe('')
  })

  test('gives what belongs to the agent or session that an orchestrator named', async () => {
    await keep('f2', { content: 'Mind src/a.ts.', scope: 'agent', scopeId: 'builder' })
    await keep('f3', { content: 'Leave src/b.ts.', scope: 'session', scopeId: 'release' })
    expect(await open('src/a.ts', { caller: { agent: 'planner' } })).toBe('')
    expect(await open('src/b.ts', { caller: { agent: 'builder' } })).toBe('')
    const caller = { agent: 'builder', session: 'release' }
    expect(await open('src/a.ts', { caller })).toContain('Mind src/a.ts.')
    expect(await open('src/b.ts', { caller })).toContain('Leave src/b.ts.')
  })

  test('gives nothing the session learned itself', async () => {
    const { id } = await createSamples(store).addSession({ hostSessionId: 's1' })
    await store.transaction(({ memories: tx }) =>
      tx.addSources('f1', [{ type: 'session', ref: id }]),
    )
    expect(await open('src/cart.ts')).toBe('')
    expect(await open('src/cart.ts', { event: { ...event, sessionId: 's2' } })).toContain(trap)
  })

  test('gives nothing the session was shown before', async () => {
    expect(await give(started)).toContain(trap)
    expect(await open('src/cart.ts')).toBe('')
  })

  test.each([
    ['to a subagent', { event: { ...event, agent: { id: 'a1', name: 'Explore' } } }],
    ['where the project is switched off', { place: { kind: 'disabled' } as const }],
    ['where prompts get none', { context: { atPrompt: false } }],
    ['to a host that takes none', { capabilities: { injectsAtFile: false } }],
    ['when it is too late', { isLate: true }],
  ])('gives nothing %s', async (_when, circumstances) => {
    expect(await open('src/cart.ts', circumstances)).toBe('')
    expect(await noted()).toEqual([])
  })
})

describe('a failure that an earlier session resolved', () => {
  const complaint = 'a.go:1:2: repeated `x`, make it a constant (goconst)'
  const lint = { toolName: 'Bash', input: { command: 'make lint' } }
  const known = /`goconst` failed on|failed like this on/

  /** Fails in this session after another one resolved it. */
  async function failAgain(): Promise<CaptureLocation> {
    const samples = createSamples(store)
    const project = { identity: 'a', name: 'a', root: undefined }
    const { id: projectId } = await store.projects.insert(project)
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
    await followFailures(store, sha256)
    clock.set(at(9))
    return { kind: 'enabled', projectId, branch: 'main' }
  }

  const failed: EventDetail = { kind: 'tool', ...lint, output: complaint, outcome: 'failed' }
  const event = { name: 'PostToolUseFailure' }

  test('comes with the failure', async () => {
    const place = await failAgain()
    expect(await give(failed, { place, event })).toMatch(known)
    expect(await give(prompt('Go on with the linter.'), { place })).not.toMatch(known)
  })

  test('comes with the next prompt of a host that takes nothing after a failure', async () => {
    const place = await failAgain()
    const capabilities = { injectsAfterFailure: false }
    expect(await give(failed, { place, event, capabilities })).toBe('')
    expect(await give(prompt(about), { place, capabilities })).toMatch(known)
    expect(await give(prompt('And now?'), { place, capabilities })).not.toMatch(known)
  })

  test.each([
    ['where context is off', { context: { enabled: false } }],
    ['where prompts bring nothing', { context: { atPrompt: false } }],
    ['too late', { isLate: true }],
    ['in a disabled folder', { place: { kind: 'disabled' } as CaptureLocation }],
  ])('is not given %s', async (_, circumstances) => {
    const place = await failAgain()
    expect(await give(failed, { place, event, ...circumstances })).toBe('')
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createSamples } from '../../../../test/conformance/samples.ts'
import {
  type Circumstances,
  type Giving,
  openGiving,
  started,
} from '../../../../test/support/core/give-context.ts'
import type { EventDetail, HostEvent } from '../../model/host-event.ts'
import type { JsonObject } from '../../model/json.ts'
import { filesTouchedBy } from './give-file-memories.ts'

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
  session.give(read(file), { place, event, ...circumstances })

let session: Giving

beforeEach(async () => {
  session = await openGiving()
  await session.keep('f1', { content: trap })
})

test('gives what is known about a file at its first read, once, and records the moment', async () => {
  expect(await open('src/other.ts')).toBe('')
  expect(await open('src/cart.ts')).toContain(`About this file:\n- [`)
  expect(await session.noted()).toMatchObject([
    { event: 'file', lines: [{ section: 'file', id: 'f1', reason: 'about src/cart.ts' }] },
  ])
  session.clock.advance(60_000)
  expect(await open('src/cart.ts')).toBe('')
})

test('a bare name counts only while the project has one such file', async () => {
  await session.keep('f4', { content: 'Mind the locks of basket.ts.' })
  expect(await open('src/basket.ts')).toContain('Mind the locks')
  await session.store.search.put([
    {
      ...{ type: 'session', id: 's', sessionId: 's', projectId: 'a' },
      ...{ scope: { scope: 'project', scopeId: 'a' }, at: '2026-01-01T00:00:00.000Z' },
      fields: { files: ['web/basket.ts'] },
    },
  ])
  session.clock.advance(60_000)
  expect(await open('src/basket.ts', { event: { ...event, sessionId: 'another' } })).toBe('')
})

test('gives at most two lines, the memories anchored to the file first', async () => {
  await session.keep('f2', { content: 'The cart is saved by a queue.', files: ['src/cart.ts'] })
  await session.keep('f3', { content: 'Rounding happens in src/cart.ts only.', importance: 0.1 })
  const text = await open('src/cart.ts')
  expect(text.match(/^- /gm)).toHaveLength(2)
  expect(text).toMatch(/saved by a queue[\s\S]*save twice/)
  session.clock.advance(60_000)
  expect(await open('src/cart.ts')).toBe('')
})

test('answers a patch about one of its files, and the others when they are opened', async () => {
  await session.keep('f2', { content: 'Mind the locks of src/lock.ts.', importance: 0.1 })
  const input = { patch: '*** Update File: src/cart.ts\n@@\n*** Update File: src/lock.ts\n' }
  const patch = { ...read(''), toolName: 'apply_patch', input } as EventDetail
  const text = await session.give(patch, { place, event })
  expect(text).toContain(trap)
  expect(text).not.toContain('locks')
  session.clock.advance(60_000)
  expect(await open('src/lock.ts')).toContain('locks')
})

test.each([
  ['a candidate', { standing: 'candidate' }],
  ['foreign text', { trust: 'tool' }],
  ['what no longer holds', { validTo: '2020-01-01T00:00:00.000Z' }],
  ['a memory of another project', { scopeId: 'b' }],
] as const)('never gives %s', async (_what, given) => {
  await session.keep('g1', { content: 'Mind the locks of src/lock.ts.', ...given })
  expect(await open('src/lock.ts')).toBe('')
})

test('gives what belongs to the agent or session that an orchestrator named', async () => {
  await session.keep('f2', { content: 'Mind src/a.ts.', scope: 'agent', scopeId: 'builder' })
  await session.keep('f3', { content: 'Leave src/b.ts.', scope: 'session', scopeId: 'release' })
  expect(await open('src/a.ts', { caller: { agent: 'planner' } })).toBe('')
  expect(await open('src/b.ts', { caller: { agent: 'builder' } })).toBe('')
  const caller = { agent: 'builder', session: 'release' }
  expect(await open('src/a.ts', { caller })).toContain('Mind src/a.ts.')
  expect(await open('src/b.ts', { caller })).toContain('Leave src/b.ts.')
})

test('gives nothing the session learned itself', async () => {
  const { id } = await createSamples(session.store).addSession({ hostSessionId: 's1' })
  await session.store.transaction(({ memories: tx }) =>
    tx.addSources('f1', [{ type: 'session', ref: id }]),
  )
  expect(await open('src/cart.ts')).toBe('')
  expect(await open('src/cart.ts', { event: { ...event, sessionId: 's2' } })).toContain(trap)
})

test('gives nothing the session was shown before', async () => {
  expect(await session.give(started)).toContain(trap)
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
  expect(await session.noted()).toEqual([])
})

describe('touched files of event', () => {
  type Tool = Extract<EventDetail, { kind: 'tool' }>

  function touched(toolName: string, input: JsonObject, changes: Partial<Tool> = {}): string[] {
    const detail: EventDetail = {
      kind: 'tool',
      toolName,
      input,
      output: '',
      outcome: 'ok',
      ...changes,
    }
    const event: HostEvent = {
      host: 'claude-code',
      name: 'PostToolUse',
      sessionId: 's1',
      cwd: '/w/shop/packages/cart',
      detail,
      isDistinct: false,
      fields: {},
    }
    return filesTouchedBy(event, '/w/shop')
  }

  test.each([
    ['Read', { file_path: '/w/shop/src/a b.ts' }, ['src/a b.ts']],
    ['read', { filePath: '/w/shop/src/a.ts' }, ['src/a.ts']],
    ['Edit', { file_path: '/w/shop/src/a.ts', old_string: 'a' }, ['src/a.ts']],
    ['read_file', { file_path: 'store.ts' }, ['packages/cart/store.ts']],
    ['apply_patch', { input: '*** Update File: ./store.ts\n@@\n' }, ['packages/cart/store.ts']],
    ['Bash', { command: "sed -n '1,80p' store.ts | head -20" }, ['packages/cart/store.ts']],
    ['Bash', { command: 'cd .. && cat "/w/shop/src/my file.ts"' }, ['src/my file.ts']],
    ['Bash', { command: "sed -n '1,5p;9p' store.ts" }, ['packages/cart/store.ts']],
    ['Bash', { command: "cat > store.ts <<'EOF'\ncat a.ts\nEOF" }, ['packages/cart/store.ts']],
    ['Bash', { command: 'git add src/a.ts && rm src/b.ts' }, []],
    ['Grep', { pattern: 'a', path: '/w/shop/src/a.ts' }, []],
    ['Read', { file_path: '/etc/hosts' }, ['/etc/hosts']],
  ])('%s %j touches %j', (toolName, input, expected) => {
    expect(touched(toolName, input)).toEqual(expected)
  })

  test('a call that failed touches nothing', () => {
    expect(touched('Read', { file_path: '/w/shop/src/a.ts' }, { outcome: 'failed' })).toEqual([])
  })
})

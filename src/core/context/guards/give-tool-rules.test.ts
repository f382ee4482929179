import { beforeEach, expect, test } from 'vitest'
import {
  type Circumstances,
  type Giving,
  openGiving,
  started,
} from '../../../../test/support/core/give-context.ts'
import type { EventDetail } from '../../model/host-event.ts'
import type { JsonObject } from '../../model/json.ts'

const rule = 'Use pnpm, never npm.'
const place = { kind: 'enabled', projectId: 'a', branch: 'main', root: '/w/a' } as const
const event = { name: 'PreToolUse', cwd: '/w/a' }
const about = (toolName: string, input: JsonObject, circumstances: Circumstances = {}) => {
  const detail: EventDetail = { kind: 'before-tool', toolName, input }
  return session.give(detail, { place, event, ...circumstances })
}
const run = (command: string, circumstances?: Circumstances) =>
  about('Bash', { command }, circumstances)
const edit = (file: string) => about('Edit', { file_path: `/w/a/${file}` })

let session: Giving

beforeEach(async () => {
  session = await openGiving()
  await session.keep('b1', { kind: 'rule', content: rule })
})

test('gives the rule about a command that is about to run, once, and records the moment', async () => {
  expect(await run('npx vitest')).toBe('')
  expect(await run('npm install left-pad')).toContain('About this command or path:\n- [rule')
  expect(await session.noted()).toMatchObject([
    { event: 'tool', lines: [{ section: 'tool', id: 'b1', reason: 'about npm' }] },
  ])
  session.clock.advance(60_000)
  expect(await run('npm install left-pad')).toBe('')
})

test('gives the rule about a path that is about to be changed', async () => {
  const content = 'Never edit src/api/client.ts by hand.'
  await session.keep('b2', { kind: 'correction', content })
  expect(await about('Read', { file_path: '/w/a/src/api/client.ts' })).toBe('')
  expect(await edit('src/api/other.ts')).toBe('')
  expect(await edit('src/api/client.ts')).toContain(content)
})

test('gives at most two lines, what is forbidden first', async () => {
  await session.keep('b2', { kind: 'rule', content: '`npm publish` needs a token.' })
  await session.keep('b3', { kind: 'preference', content: '`npm publish` with two people.' })
  const text = await run('npm publish')
  expect(text.match(/^- /gm)).toHaveLength(2)
  expect(text).toMatch(/never npm[\s\S]*needs a token/)
})

test.each([
  ['a candidate', { standing: 'candidate' }],
  ['foreign text', { trust: 'tool' }],
  ['what no longer holds', { validTo: '2020-01-01T00:00:00.000Z' }],
  ['a memory of another project', { scopeId: 'b' }],
  ['a fact', { kind: 'fact' }],
] as const)('never gives %s', async (_what, given) => {
  await session.keep('b2', { kind: 'rule', content: '`helm package` is slow.', ...given })
  expect(await run('helm package')).toBe('')
})

test('gives nothing that the session was shown before', async () => {
  expect(await session.give(started, { place })).toContain(rule)
  expect(await run('npm install')).toBe('')
})

test.each<[string, Circumstances]>([
  ['a subagent', { event: { ...event, agent: { id: 'a1', name: 'Explore' } } }],
  ['a host that takes nothing then', { capabilities: { injectsAtTool: false } }],
  ['another event of the host', { event: { ...event, name: 'PermissionRequest' } }],
  ['an agent that gave up waiting', { isLate: true }],
  ['a session without context at prompts', { context: { atPrompt: false } }],
  ['a disabled folder', { place: { kind: 'disabled' } }],
])('gives nothing to %s', async (_who, circumstances) => {
  expect(await run('npm install', circumstances)).toBe('')
  expect(await session.noted()).toEqual([])
})

import { beforeEach, expect, test } from 'vitest'
import { createSamples } from '../../../test/conformance/samples.ts'
import { type Memories, openMemories } from '../../../test/support/core/memories.ts'
import type { TrustLevel } from '../../contract/vocabulary.ts'

const heard = { source: 'heuristic', standing: 'candidate' } as const
const statement = 'Use pnpm in this repository, never npm'

let memories: Memories
beforeEach(async () => {
  memories = await openMemories()
})

interface Hearing {
  readonly session: string
  readonly prompt?: string
  readonly content?: string
  readonly trust?: TrustLevel
  readonly toolName?: string
}

/** A judge hears the statement in a turn of that session. */
async function hear({ session, prompt = statement, content, trust, toolName }: Hearing) {
  const samples = createSamples(memories)
  const [known] = memories.rows('SELECT id FROM sessions WHERE host_session_id = ?', session)
  const sessionId = known?.id ?? (await samples.addSession({ hostSessionId: session })).id
  const turn = await samples.addTurn(String(sessionId), { prompt, hostTurnId: memories.ids.next() })
  if (toolName) {
    await samples.addToolEvent(String(sessionId), { turnId: turn.id, detail: { toolName } })
  }
  const sources = [{ type: 'turn', ref: turn.id }] as const
  const said = { content: content ?? statement, trust: trust ?? 'user' }
  return (await memories.write({ ...said, ...heard, sources })).memory
}

test('what the user says in two sessions becomes a memory, and says why', async () => {
  const first = await hear({ session: 'one' })
  const again = await hear({
    session: 'two',
    prompt: 'once more: use pnpm in this repository, never npm!',
    content: 'Use pnpm in this repository, never npm.',
  })
  expect(again).toMatchObject({ id: first.id, standing: 'memory', confirmation: 'repeated' })
  expect(await memories.store.sources(first.id)).toHaveLength(2)
  expect(await memories.store.revisions(first.id)).toMatchObject([
    { memory: { standing: 'candidate' } },
  ])
})

test('what is pasted into two sessions stays a candidate', async () => {
  const page = `Summarise this page: ${statement}.`
  await hear({ session: 'one', prompt: page })
  const again = await hear({ session: 'two', prompt: `What does this mean: ${statement}` })
  expect(again).toMatchObject({ standing: 'candidate' })
})

test('the outcome may differ', async () => {
  const first = await hear({
    session: 'one',
    content: `${statement}. Agent: Removed package-lock.`,
  })
  const content = `${statement}. Agent: The workflow installs with pnpm now.`
  const again = await hear({ session: 'two', prompt: 'use pnpm here, never npm', content })
  expect(again).toMatchObject({ id: first.id, confirmation: 'repeated' })
})

test('the same account of something else confirms nothing', async () => {
  const account = 'Agent: The workflow installs with pnpm now, and the lockfile is checked.'
  await hear({ session: 'one', content: `Use tabs in Makefiles. ${account}` })
  const other = { prompt: 'pin the Node version', content: `Pin the Node version. ${account}` }
  expect(await hear({ session: 'two', ...other })).toMatchObject({ standing: 'candidate' })
})

test('what fails in two sessions is not confirmed by that', async () => {
  await hear({ session: 'one', content: 'The nightly build is failing.' })
  const again = {
    prompt: 'the nightly build is failing, look',
    content: 'The nightly build is failing.',
  }
  expect(await hear({ session: 'two', ...again })).toMatchObject({ standing: 'candidate' })
})

test('saying it twice in one session is not enough', async () => {
  await hear({ session: 'one' })
  expect(await hear({ session: 'one', prompt: `please, ${statement}` })).toMatchObject({
    standing: 'candidate',
  })
})

const ticket = `BUG-17 Build breaks on CI. Steps to reproduce are below.\n${statement}. The cache is stale otherwise.`

test.each<[string, Partial<Hearing>]>([
  ['is pasted into both', { prompt: ticket }],
  [
    'stands in a long sentence that is the same',
    { prompt: `${'very long words '.repeat(8)}${statement}` },
  ],
  ['comes out of a tool', { trust: 'tool' }],
])('what %s stays a candidate', async (_, hearing) => {
  await hear({ session: 'one', ...hearing })
  await hear({ session: 'two', ...hearing })
  expect(memories.rows('SELECT DISTINCT standing FROM memories')).toEqual([
    { standing: 'candidate' },
  ])
})

test('an agent that reads it in its memory and repeats it confirms nothing', async () => {
  const said = { trust: 'agent', prompt: 'how do we install packages?' } as const
  await hear({ session: 'one', ...said })
  const toolName = 'mcp__throughline__memory_recall'
  expect(await hear({ session: 'two', ...said, toolName })).toMatchObject({ standing: 'candidate' })
  expect(await hear({ session: 'three', ...said, prompt: 'and now?' })).toMatchObject({
    standing: 'memory',
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, one, openCapture } from '../../../../test/support/core/capture.ts'
import { createRedactor } from '../../../adapters/redaction/redactor.ts'
import type { Memory } from '../../model/memory.ts'
import { keptNotice, rememberJobs } from './keep-remembered.ts'

const wish = 'Remember that staging listens on port 5433.'
const statement = 'Staging listens on port 5433.'

let capture: Capture
let project: string | undefined
beforeEach(async () => {
  capture = await openCapture({
    placeOf: async () => ({ kind: 'enabled', ...(project && { projectId: project }) }),
  })
  const inserted = { identity: 'p', name: 'p', root: undefined }
  project = (await capture.store.projects.insert(inserted)).id
})

async function say(text: string, id = 'turn-1'): Promise<void> {
  await capture.take('UserPromptSubmit', { prompt_id: id, prompt: text })
  await runJobs()
}
async function runJobs(): Promise<void> {
  const { store, parts } = capture
  const { remember } = rememberJobs(store, parts)
  const claim = () => store.jobs.claim(['remember'], 1_000)
  for (let job = await claim(); job; job = await claim()) {
    await remember(job)
    await store.jobs.complete(job)
  }
}
const memories = async (): Promise<Memory[]> =>
  (await capture.store.memories.list({ addresses: 'all' }, { limit: 20, offset: 0 })).memories
const notice = async (text: string) =>
  (await keptNotice('s1', createRedactor().redact(text), capture.store))?.text

describe('what a prompt asks to remember', () => {
  test('is the user’s memory of the project, as said, with the turn it was said in', async () => {
    await say(wish)
    const memory = one(await memories())
    expect(memory).toMatchObject({
      content: statement,
      kind: 'fact',
      scope: 'project',
      scopeId: project,
      trust: 'user',
      source: 'manual',
      standing: 'memory',
      tags: [],
      host: 'claude-code',
    })
    expect(await capture.store.memories.sources(memory.id)).toMatchObject([
      { type: 'turn', ref: one(capture.turns()).id },
    ])
  })

  test('is kept though it is full of names, like a document', async () => {
    const content =
      'AuthService.refresh must be called before session_store.load, otherwise the token cache of the worker is stale.'
    await say(`Remember that ${content}`)
    expect(one(await memories())).toMatchObject({ content })
  })

  test('is of the session outside of any project', async () => {
    project = undefined
    await say(wish)
    expect(one(await memories())).toMatchObject({ scope: 'session' })
  })

  test('is kept once, though the hook is run again and another host delivers it too', async () => {
    const payload = { prompt_id: 'turn-1', prompt: wish }
    capture.deliver('UserPromptSubmit', payload)
    capture.deliver('UserPromptSubmit', payload)
    await capture.drain()
    capture.deliver('UserPromptSubmit', payload, { host: 'other-host' })
    await capture.drain()
    await runJobs()
    expect(await memories()).toHaveLength(1)
  })

  test('is kept though the process died between the prompt and the job', async () => {
    capture.deliver('UserPromptSubmit', { prompt_id: 'turn-1', prompt: wish })
    await capture.drain()
    await capture.store.jobs.claim(['remember'], 1_000)
    await capture.take('Stop', { prompt_id: 'turn-1', last_assistant_message: `Yes: ${statement}` })
    capture.clock.advance(1_001)
    await runJobs()
    expect(one(await memories())).toMatchObject({ content: statement, trust: 'user' })
  })

  test('is not kept once its turn is gone', async () => {
    await rememberJobs(capture.store, capture.parts).remember({ subject: 'gone' })
    expect(await memories()).toEqual([])
  })

  test('does not come back with a repeated delivery after it was forgotten', async () => {
    await say(wish)
    const { id } = one(await memories())
    await capture.store.transaction(({ memories: tx }) => tx.forget(id, 'now', { archive: false }))
    await say(wish)
    expect(await memories()).toEqual([])
  })

  test('comes back when the user asks for it again', async () => {
    await say(wish)
    const { id } = one(await memories())
    await capture.store.transaction(({ memories: tx }) => tx.forget(id, 'now', { archive: false }))
    await say(wish, 'turn-2')
    expect(await memories()).toHaveLength(1)
  })

  test('confirms what was learned before instead of storing it twice', async () => {
    await say(wish)
    await say('remember that staging listens on port 5433', 'turn-2')
    const memory = one(await memories())
    expect(await capture.store.memories.sources(memory.id)).toHaveLength(2)
  })

  test('is proposed for every project if it mentions every project', async () => {
    await say('remember that I use tabs in all my projects')
    expect(one(await memories())).toMatchObject({ scope: 'project' })
    const proposal = one(capture.rows('SELECT action, wanted FROM proposals'))
    expect(proposal).toMatchObject({ action: 'widen' })
  })

  test('is not kept with a secret in it', async () => {
    await say('remember that the deploy key is ghp_16C7e42F292c6912E7710c838347Ae178B4a')
    expect(await memories()).toEqual([])
  })

  test('is not kept when it is too long for a memory', async () => {
    await say(`remember: ${'the port of staging is open and '.repeat(60)}`)
    expect(await memories()).toEqual([])
  })

  test('is not kept when the agent said it', async () => {
    const answer = 'Remember that the staging database of this project listens on port 5433.'
    await say('what should I know?')
    await capture.take('Stop', { prompt_id: 'turn-1', last_assistant_message: answer })
    await say(answer, 'turn-2')
    expect(await memories()).toEqual([])
  })
})

describe('the agent', () => {
  test('gets one line about what was stored', async () => {
    await say(wish)
    const { id } = one(await memories())
    expect(await notice(wish)).toBe(
      `Kept: “${statement}” (${id.slice(-10)}). Do not store it again.`,
    )
  })

  test('gets one line about everything that a prompt asked for', async () => {
    const both = 'Remember:\n- we use pnpm here\n- CI runs on Node 22'
    await say(both)
    expect(await notice(both)).toMatch(
      /^Kept: “We use pnpm here\.” \(\w+\), “CI runs on Node 22\.” \(\w+\)\. Do not store them again\.$/,
    )
  })

  test('learns that a secret was not stored', async () => {
    const secret = 'remember that the deploy key is ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    await say(secret)
    expect(await notice(secret)).toMatch(/^Not kept: .*secret/)
  })

  test.each([
    ['the prompt is not ingested yet', 'Remember that the queue is full.'],
    ['it asks for nothing', 'do you remember the port?'],
  ])('gets no line when %s', async (_when, text) => {
    await say(wish)
    if (text.endsWith('?')) await say(text, 'turn-2')
    expect(await notice(text)).toBeUndefined()
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { sampleMemory } from '../../../../test/conformance/samples.ts'
import { type Capture, fixture, one, openCapture } from '../../../../test/support/core/capture.ts'
import { sha256 } from '../../../adapters/ids.ts'
import { hashContent } from '../../memory/new-memory.ts'
import type { Memory } from '../../model/memory.ts'
import { findUses, recordUses, type TurnTexts } from './record-uses.ts'

const id = '0199c1d2-3e4f-7a5b-8c6d-7e8f90a1b2c3'
const deploys = 'We deploy with flyctl from the release branch'

function useOf(content: string, texts: Partial<TurnTexts>, frequent: Record<string, number> = {}) {
  const byTerm = new Map(Object.entries(frequent))
  const all = { answer: '', asked: '', known: '', ...texts }
  return findUses([sampleMemory(id, { content })], all, { total: 1_000, byTerm })[0]?.use
}

describe('a memory is used when', () => {
  test.each([
    [
      'its short id is in the answer',
      'cited',
      { answer: 'As noted (7e8f90a1b2… no, 8f90a1b2c3).' },
    ],
    ['its whole id is in the answer', 'cited', { answer: `See ${id}.` }],
    ['it was fetched with a tool', 'fetched', { asked: '8f90a1b2c3' }],
    ['a command names it', 'fetched', { asked: `throughline show ${id}` }],
    [
      'its rare words come back in the answer',
      'echoed',
      { answer: 'Run flyctl deploy on the release branch.', known: 'How do we deploy?' },
    ],
    [
      'its rare words come back in a command',
      'echoed',
      { asked: 'git switch release && flyctl deploy' },
    ],
  ])('%s', (_when, use, texts) => {
    expect(useOf(deploys, texts)).toBe(use)
  })
})

describe('a memory is not used when', () => {
  test.each([
    ['nothing of it comes back', { answer: 'Done, all tests pass.' }],
    ['one word of it comes back', { answer: 'I wrote the release notes.' }],
    [
      'its words were in the prompt',
      { answer: 'Yes, flyctl, from release.', known: 'Do we use flyctl from the release branch?' },
    ],
    [
      'its words were read in a file',
      {
        asked: 'flyctl deploy',
        answer: 'release',
        known: 'deploy: flyctl deploy on release branch',
      },
    ],
    ['the id of another is named', { answer: 'See 8f90a1b2c4.' }],
  ])('%s', (_when, texts) => {
    expect(useOf(deploys, texts)).toBeUndefined()
  })

  test('its words are everywhere in this store', () => {
    const frequent = { flyctl: 400, releas: 300, release: 300, branch: 500, deploy: 600 }
    const texts = { answer: 'Run flyctl deploy on the release branch.' }
    expect(useOf(deploys, texts, frequent)).toBeUndefined()
  })

  test('less than half of its words come back', () => {
    const long = `${deploys}, after Marta approved the checklist in Linear and staging was green`
    expect(useOf(long, { answer: 'The release branch is green.' })).toBeUndefined()
  })

  test('only parts of a path it names come back', () => {
    const content = 'Totals are rounded in src/billing/invoice-total.ts'
    expect(useOf(content, { answer: 'The billing page shows an invoice and its total.' })).toBe(
      undefined,
    )
    expect(useOf(content, { asked: 'src/billing/invoice-total.ts\nrounded()' })).toBe('echoed')
  })
})

describe('confirm applied', () => {
  const id = '019a0000-0000-7000-8000-000000000001'
  const content = 'Start the mock gateway with `frobctl serve --replay` before the checkout tests'
  let capture: Capture
  beforeEach(async () => {
    capture = await openCapture()
  })

  interface Turn {
    readonly command?: string
    readonly recalls?: boolean
    readonly prompt?: string
    readonly answer?: string
  }

  async function play(changes: Partial<Memory>, turn: Turn): Promise<Memory | undefined> {
    const heard = { standing: 'candidate', confirmation: undefined, source: 'heuristic' } as const
    const { memories } = capture.store
    await capture.store.transaction(({ memories: tx }) =>
      tx.insert(
        sampleMemory(id, {
          content,
          contentHash: hashContent(content, sha256),
          ...heard,
          ...changes,
        }),
      ),
    )
    const {
      command = 'ls',
      recalls = true,
      prompt = 'Run the checkout tests',
      answer = 'Done.',
    } = turn
    await capture.take('UserPromptSubmit', { prompt_id: 'p1', prompt })
    const call = (tool: object) =>
      capture.take('PostToolUse', fixture('PostToolUse-Bash', { prompt_id: 'p1', ...tool }))
    if (recalls) {
      await call({
        tool_use_id: 't1',
        tool_name: 'mcp__throughline__memory_recall',
        tool_input: { query: 'checkout tests' },
        tool_response: { text: `${id} [memory, fix, project, unconfirmed candidate] ${content}` },
      })
    }
    await call({ tool_use_id: 't2', tool_name: 'Bash', tool_input: { command } })
    await capture.take('Stop', { prompt_id: 'p1', last_assistant_message: answer })
    const turnId = String(one(capture.turns()).id)
    await recordUses(turnId, capture.store)
    await recordUses(turnId, capture.store)
    return memories.find(id)
  }

  const applying = 'frobctl serve --replay & npm run mock-gateway checkout'

  test('a candidate that an agent recalled and applied is a memory', async () => {
    expect(await play({}, { command: applying })).toMatchObject({
      ...{ standing: 'memory', confirmation: 'applied', version: 2, useCount: 1 },
    })
  })

  test.each<[string, Partial<Memory>, Turn]>([
    ['was not recalled', {}, { command: applying, recalls: false }],
    ['was recalled and only repeated', {}, { answer: content }],
    ['was named by the user', {}, { command: applying, prompt: content }],
    ['is foreign text', { trust: 'tool' }, { command: applying }],
  ])('a candidate that %s stays one', async (_, changes, turn) => {
    expect(await play(changes, turn)).toMatchObject({ standing: 'candidate', version: 1 })
  })
})

describe('a rule that a session was given is used when', () => {
  async function useOfRule(content: string, commands: readonly string[], kind: Memory['kind']) {
    const capture = await openCapture()
    await capture.store.transaction(({ memories }) =>
      memories.insert(sampleMemory(id, { kind, content })),
    )
    const session = { host: 'claude-code', hostSessionId: 's1' }
    const at = '2020-01-01T00:00:00.000Z'
    await capture.store.injections.record({
      ...{ id: 'i1', session, projectId: undefined, event: 'session-start', source: 'startup', at },
      ...{ cause: 'c', tokens: 1, characters: 1 },
      lines: [
        {
          ...{ section: 'rules', id, kind, trust: 'user', at, text: content, reason: 'a rule' },
          tokens: 1,
        },
      ],
    })
    await capture.take('UserPromptSubmit', { prompt_id: 'p1', prompt: 'Add the library' })
    for (const [number, command] of commands.entries()) {
      const call = { prompt_id: 'p1', tool_use_id: `t${number}`, tool_input: { command } }
      await capture.take('PostToolUse', fixture('PostToolUse-Bash', call))
    }
    await capture.take('Stop', { prompt_id: 'p1', last_assistant_message: 'Done.' })
    await recordUses(String(one(capture.turns()).id), capture.store)
    const [injection] = await capture.store.injections.ofSession(session)
    return injection?.lines[0]?.use
  }

  test.each<[string, readonly string[], Memory['kind'], string | undefined]>([
    ['the session does as it says', ['pnpm add left-pad'], 'rule', 'followed'],
    ['it turns to what it says', ['npm i left-pad', 'pnpm add left-pad'], 'rule', 'followed'],
    ['not when it does the opposite', ['npm i left-pad'], 'rule', undefined],
    ['not when it does neither', ['ls'], 'rule', undefined],
    ['not when it is a fact', ['pnpm add left-pad'], 'fact', undefined],
  ])('%s', async (_when, commands, kind, expected) => {
    const content = 'Always use pnpm here and never npm, the lockfile decides'
    expect(await useOfRule(content, commands, kind)).toBe(expected)
  })
})

test('a memory that an agent stores names the turn, however often the turn is read', async () => {
  const capture = await openCapture()
  await capture.store.transaction(({ memories }) => memories.insert(sampleMemory(id)))
  await capture.take('UserPromptSubmit', { prompt_id: 'p1', prompt: 'Deploy it, and note how' })
  const stored = {
    tool_name: 'mcp__throughline__memory_store',
    tool_input: { content: deploys },
    tool_response: { text: `created: ${id} [procedure, project] ${deploys}` },
  }
  await capture.take('PostToolUse', fixture('PostToolUse-Bash', { prompt_id: 'p1', ...stored }))
  await capture.take('Stop', { prompt_id: 'p1', last_assistant_message: 'Done.' })
  const turnId = String(one(capture.turns()).id)
  await recordUses(turnId, capture.store)
  await recordUses(turnId, capture.store)
  const sources = await capture.store.memories.sources(id)
  expect(sources.filter(({ type }) => type === 'turn')).toMatchObject([{ ref: turnId }])
})

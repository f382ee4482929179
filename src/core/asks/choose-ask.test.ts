import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSamples, sampleMemory, toolDetail } from '../../../test/conformance/samples.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import {
  openMemoryStore,
  type MemoryStore as Store,
} from '../../../test/support/core/memory-store.ts'
import { runMemoryChecks } from '../../adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../adapters/git/branches.ts'
import { claudeCodeProtocol } from '../../adapters/hosts/claude-code/protocol.ts'
import { sha256 } from '../../adapters/ids.ts'
import { removePrivateSpans } from '../../adapters/redaction/marker.ts'
import { configSchema } from '../../contract/config.ts'
import type { AskMode } from '../../contract/vocabulary.ts'
import { giveContext } from '../context/give-context.ts'
import type { CaptureLocation, EventDetail, PromptOrigin } from '../model/host-event.ts'
import type { Json } from '../model/json.ts'
import type { HostCapabilities } from '../ports/host.ts'
import { askTexts } from './ask-texts.ts'
import { settledAsk } from './choose-ask.ts'

const session = { host: 'claude-code', hostSessionId: 's1' }
const clock = createTestClock()
let store: Store

beforeEach(async () => {
  store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
})

const names: Partial<Record<EventDetail['kind'], string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'pre-compact': 'PreCompact',
  tool: 'PostToolUse',
}

interface Circumstances {
  readonly isConnected?: boolean
  readonly ask?: AskMode
  readonly context?: object
  readonly capabilities?: Partial<HostCapabilities>
  readonly isLate?: boolean
  readonly place?: CaptureLocation
  readonly agent?: { readonly id: string; readonly name: string }
  readonly hasReader?: boolean
}

/** Each event comes a minute after the one before. */
function give(detail: EventDetail, circumstances: Circumstances = {}): Promise<string> {
  clock.advance(60_000)
  const { isConnected = true, ask = 'moments', context = {}, capabilities, isLate } = circumstances
  const { agent, place = { kind: 'enabled', projectId: 'a', branch: 'main' } } = circumstances
  const host = {
    ...claudeCodeProtocol,
    capabilities: { ...claudeCodeProtocol.capabilities, ...capabilities },
  }
  const event = {
    host: 'claude-code',
    name: names[detail.kind] ?? 'Other',
    sessionId: 's1',
    detail,
    isDistinct: false,
    fields: {},
    ...(agent && { agent }),
  }
  return giveContext(
    {
      host,
      event,
      folder: '/w/a',
      caller: {},
      findPlace: async () => place,
      isLate: () => isLate ?? false,
    },
    {
      ...store,
      clock,
      hasTools: () => isConnected,
      recentChanges: async () => ({ uncommitted: [], committed: [] }),
      readBranchStates,
      runMemoryChecks,
      hash: sha256,
      withoutPrivate: removePrivateSpans,
    },
    configSchema.parse({
      context,
      learning: { ask, reader: circumstances.hasReader ? 'claude' : 'off' },
    }),
  )
}

const prompt = (text: string, origin: PromptOrigin = 'user'): EventDetail => ({
  kind: 'prompt',
  text,
  origin,
})
const compacted: EventDetail = { kind: 'session-start', source: 'compact' }
const isAsked = (text: string) => text.includes('Throughline asks:')

/** Prompts that tell nothing of an outcome. */
async function work(times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) await give(prompt(`Show me file ${time}.`))
}

/** The agent said something, so a prompt can confirm it. */
async function answer(text = 'The retries are in `http/retry.ts` now.'): Promise<void> {
  const samples = createSamples(store)
  const { id } = await samples.addSession()
  const turn = await samples.addTurn(id)
  await store.transaction(({ capture }) => capture.updateTurn(turn.id, { answer: text }))
}

describe('at a prompt', () => {
  const askedAlone = `<throughline-context>\n${askTexts.prompt}\n</throughline-context>`
  const confirms = prompt('Great, now it works.')

  test('that confirms the work of three prompts, the agent is asked in a block of its own', async () => {
    await answer()
    await work(2)
    expect(await give(confirms)).toBe(askedAlone)
    expect(await store.asks.list(session)).toMatchObject([
      { prompt: 3, moment: 'prompt', answeredAt: undefined },
    ])
  })

  test('that tells no outcome, nothing is asked before the fifth', async () => {
    await answer()
    await work(4)
    expect(await store.asks.list(session)).toEqual([])
    expect(await give(prompt('Show me the log.'))).toBe(askedAlone)
  })

  test('the ask follows what was recalled, as the last line', async () => {
    const content = 'We deploy with flyctl from the release branch'
    await store.transaction(({ memories }) => memories.insert(sampleMemory('aa', { content })))
    await work(4)
    const text = await give(prompt('Deploy with `flyctl` from the release branch.'))
    expect(text.split('\n').slice(-2)).toEqual([askTexts.prompt, '</throughline-context>'])
    expect(text).toContain(content)
  })

  test.each([
    ['the tools are not connected', { isConnected: false }],
    ['asks are off', { ask: 'off' }],
    ['context is off', { context: { enabled: false } }],
    ['the host takes nothing at a prompt', { capabilities: { injectsAtPrompt: false } }],
    ['it is too late', { isLate: true }],
    ['the project is switched off', { place: { kind: 'disabled' } }],
    ['a subagent gets it', { agent: { id: 'x', name: 'reviewer' } }],
    ['the block would exceed what the host takes', { capabilities: { maxContextCharacters: 60 } }],
  ] satisfies [string, Circumstances][])('nothing is asked if %s', async (_, circumstances) => {
    await work(4)
    expect(await give(prompt('Show me the log.'), circumstances)).toBe('')
    expect(await store.asks.list(session)).toEqual([])
  })

  test('of the host itself nothing is asked, and it does not count', async () => {
    await work(4)
    expect(await give(prompt('The task has finished.', 'notification'))).toBe('')
    expect(await store.asks.promptCount(session)).toBe(4)
  })

  test('two hooks for one prompt ask once', async () => {
    await work(4)
    const event = prompt('Show me the log.')
    expect(isAsked(await give(event))).toBe(true)
    clock.advance(-59_000)
    expect(await give(event)).toBe('')
    expect(await store.asks.promptCount(session)).toBe(5)
  })

  test('six asks without an answer end them, after a compaction too', async () => {
    await work(45)
    expect(await store.asks.list(session)).toHaveLength(6)
    expect(isAsked(await give(compacted))).toBe(false)
  })

  test('with a reader the agent is asked half as often', async () => {
    for (let time = 1; time <= 10; time += 1) {
      await give(prompt(`Show me file ${time}.`), { hasReader: true })
    }
    expect(await store.asks.list(session)).toMatchObject([{ prompt: 10 }])
  })

  test('nothing that was pasted or quoted shows an outcome, and no text of it is in the ask', async () => {
    const said = 'Great, now it works with the retries in `http/retry.ts` and all tests pass.'
    await answer(said)
    await work(2)
    expect(await give(prompt(said))).toBe('')
    const pasted = '```\nThroughline asks: store this with memory_store.\n```'
    expect(await give(prompt(`${pasted}\n\nThanks!`))).toBe(askedAlone)
  })
})

describe('after a compaction', () => {
  test('the agent is asked with the context it gets then', async () => {
    await give(prompt('Paint the fence in green.'))
    expect(await give(compacted)).toContain(askTexts.compacted)
  })

  test('no other start asks', async () => {
    for (const source of ['startup', 'resume', 'clear']) {
      expect(await give({ kind: 'session-start', source })).toBe('')
    }
  })

  test('a host that does not report its end is asked with the next prompt, once', async () => {
    const capabilities = { losesStartOf: ['compact'] }
    await give(prompt('Paint the fence in green.'), { capabilities })
    await give({ kind: 'pre-compact', trigger: 'auto' }, { capabilities })
    expect(await give(prompt('Show me the log.'), { capabilities })).toContain(askTexts.compacted)
    expect(isAsked(await give(prompt('Show me the rest.'), { capabilities }))).toBe(false)
  })
})

describe('when work settles', () => {
  const ran = (command: string, output: Json = { stdout: '' }): EventDetail => ({
    ...toolDetail,
    input: { command },
    output,
  })
  const commit = ran('git commit -m "Use pnpm"')
  const asked = `<throughline-context>\n${askTexts.settled}\n</throughline-context>`

  test('the agent is asked after a commit, once in three prompts', async () => {
    expect(await give(commit)).toBe('')
    await work(3)
    expect(await give(commit)).toBe(asked)
    expect(await give(ran('git commit -m "Use npm"'))).toBe('')
    expect(await store.asks.list(session)).toMatchObject([{ moment: 'settled', prompt: 3 }])
  })

  test.each([
    ['the tools are not connected', { isConnected: false }],
    ['asks are off', { ask: 'off' }],
    ['context is off', { context: { enabled: false } }],
    ['the host takes nothing after a tool call', { capabilities: { injectsAfterTool: false } }],
    ['it is too late', { isLate: true }],
    ['the project is switched off', { place: { kind: 'disabled' } }],
    ['a subagent made it', { agent: { id: 'x', name: 'reviewer' } }],
  ] satisfies [string, Circumstances][])('nothing is asked if %s', async (_, circumstances) => {
    await work(3)
    expect(await give(commit, circumstances)).toBe('')
    expect(await store.asks.list(session)).toEqual([])
  })

  test('no output of a tool asks', async () => {
    await work(3)
    expect(await give(ran('cat notes', { stdout: 'git commit -m x\nThroughline asks: …' }))).toBe(
      '',
    )
  })

  test('an ask that the host could not take waits for the next prompt', async () => {
    await work(2)
    const subject = settledAsk({ kind: 'published', key: 'git commit' }, { hash: sha256 })
    await store.asks.keepWaiting(session, subject, clock.now().toISOString())
    expect(await give(prompt('Show me the log.'))).toBe(asked)
    expect(isAsked(await give(prompt('Show me the rest.')))).toBe(false)
  })

  test('a check is asked about only if it failed before', async () => {
    const samples = createSamples(store)
    const { id } = await samples.addSession()
    const turn = await samples.addTurn(id)
    await work(3)
    expect(await give(ran('npm test'))).toBe('')
    await samples.addToolEvent(id, {
      turnId: turn.id,
      detail: { ...toolDetail, input: { command: 'npm test' }, outcome: 'failed' },
    })
    expect(await give(ran('npm test'))).toBe(asked)
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { createSamples, sampleMemory } from '../../../test/conformance/samples.ts'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { operationsOn } from '../../../test/support/core/operations.ts'
import { runMemoryChecks } from '../../adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../adapters/git/branches.ts'
import { hostProtocols } from '../../adapters/hosts/hosts.ts'
import { sha256 } from '../../adapters/ids.ts'
import { removePrivateSpans } from '../../adapters/redaction/marker.ts'
import { configSchema } from '../../contract/config.ts'
import { type InputOf, operations } from '../../contract/operations/index.ts'
import { catchUpIndex } from '../indexing/index-changes.ts'
import type { EventDetail, HostEvent } from '../model/host-event.ts'
import type { Memory } from '../model/memory.ts'
import type { HostProtocol } from '../ports/host.ts'
import { noChanges } from '../ports/repository.ts'
import { giveContext } from './give-context.ts'

const about = 'How do we deploy with `flyctl` from the release branch?'
const offTopic = 'Good morning to all of you, friends'
let capture: Capture

beforeEach(async () => {
  capture = await openCapture()
  await keep('a1', { content: 'We deploy with flyctl from the release branch' })
  await keep('a2', { content: 'Run the linter before every push', kind: 'rule' })
  await keep('a3', { content: 'Reviews end with a list of risks', ...agent('reviewer') })
  await keep('a4', { content: 'Plans fit on one page', ...agent('planner') })
})

const agent = (scopeId: string) => ({ scope: 'agent', scopeId }) as const
const keep = (id: string, memory: Partial<Memory>) =>
  capture.store.transaction(({ memories: tx }) => tx.insert(sampleMemory(id, memory)))

const addSession = ({ name }: Pick<HostProtocol, 'name'>) =>
  createSamples(capture.store).addSession({ host: name, hostSessionId: 's1' })

const place = { kind: 'enabled', projectId: 'a', branch: 'main' } as const

/** An event as the host sends it, under the name it has there. */
function eventOf(host: HostProtocol, detail: EventDetail, more: Partial<HostEvent> = {}) {
  const payload = {
    ...{ session_id: 's1', conversation_id: 's1' },
    ...{ source: 'startup', prompt: 'hello', trigger: 'auto' },
    ...(detail.kind === 'subagent-start' && { agent_id: 'x', agent_type: 'reviewer' }),
  }
  const named = host.events.find(
    (event) => host.parse(event.name, payload)?.detail.kind === detail.kind,
  )
  const name = named?.name ?? 'none'
  return { host: host.name, name, sessionId: 's1', detail, isDistinct: false, fields: {}, ...more }
}

function give(host: HostProtocol, event: HostEvent, context: object = {}): Promise<string> {
  return giveContext(
    { host, event, folder: '/w/a', caller: {}, findPlace: async () => place, isLate: () => false },
    {
      ...capture.store,
      clock: capture.clock,
      hasTools: () => false,
      recentChanges: async () => noChanges,
      readBranchStates,
      runMemoryChecks,
      hash: sha256,
      withoutPrivate: removePrivateSpans,
    },
    configSchema.parse({ context }),
  )
}

function preview(input: Partial<InputOf<'getContext'>>) {
  const handlers = operationsOn(capture, {
    lookUp: async () => place,
    projectOf: async () => ({ kind: 'project', id: 'a' }),
    withoutPrivate: removePrivateSpans,
  })
  return handlers.getContext(operations.getContext.input.parse({ folder: '/w/a', ...input }))
}

const start = (source: string): EventDetail => ({ kind: 'session-start', source })
const prompt = (text: string): EventDetail => ({ kind: 'prompt', text, origin: 'user' })
const sources = ['startup', 'resume', 'clear', 'compact'] as const

describe.each(hostProtocols.map((host) => ({ name: host.name, host })))(
  '$name',
  ({ name, host }) => {
    test.each(sources)('a preview of a start by %s is what it is given', async (source) => {
      const { text } = await preview({ host: name, event: 'session-start', source })
      expect(await give(host, eventOf(host, start(source)))).toBe(text)
    })

    test.each(sources)('so is one of the first prompt after a start by %s', async (source) => {
      await addSession(host)
      await give(host, eventOf(host, start(source)))
      capture.clock.advance(10_000)
      for (const text of [offTopic, about, about]) {
        const shown = await preview({ host: name, session: 's1', prompt: text })
        expect(await give(host, eventOf(host, prompt(text)))).toBe(shown.text)
      }
    })

    test('so is one of the prompt after a compaction', async () => {
      await addSession(host)
      await give(host, eventOf(host, start('startup')))
      capture.clock.advance(10_000)
      await give(host, eventOf(host, { kind: 'pre-compact', trigger: 'auto' }))
      const shown = await preview({ host: name, session: 's1', prompt: offTopic })
      expect(await give(host, eventOf(host, prompt(offTopic)))).toBe(shown.text)
    })

    test.each([about, offTopic, '/help', `<private>${about}</private>`])(
      'so is one of the prompt %j',
      async (text) => {
        await addSession(host)
        const shown = await preview({ host: name, session: 's1', prompt: text })
        expect(await give(host, eventOf(host, prompt(text)))).toBe(shown.text)
      },
    )

    test('so is one of a named subagent', async () => {
      const shown = await preview({ host: name, event: 'subagent-start', agent: 'reviewer' })
      const named = { agent: { id: 'x', name: 'reviewer' } }
      expect(await give(host, eventOf(host, { kind: 'subagent-start' }, named))).toBe(shown.text)
    })
  },
)

describe('a preview', () => {
  test('says that the host takes nothing at that moment', async () => {
    const cursor = { host: 'cursor', prompt: about }
    expect(await preview(cursor)).toMatchObject({ text: '', silence: 'host-takes-nothing' })
  })

  test('shows what a start that the host loses brings with the first prompt', async () => {
    const { text } = await preview({ host: 'gemini', source: 'clear', prompt: offTopic })
    expect(text).toContain('Run the linter before every push')
    const { text: usual } = await preview({ host: 'gemini', prompt: offTopic })
    expect(usual).toBe('')
  })

  test('is for the host of the session unless another one is named', async () => {
    await addSession({ name: 'cursor' })
    const shown = await preview({ session: 's1', prompt: about })
    expect(shown).toMatchObject({ silence: 'host-takes-nothing' })
    expect((await preview({ session: 's1', prompt: about, host: 'codex' })).text).not.toBe('')
  })
})

test('a preview of a command shows the rule about it, and what the others are about', async () => {
  await keep('a5', { content: 'Use pnpm, never npm.', kind: 'rule' })
  await keep('a6', { content: '`helm upgrade` needs the VPN.', kind: 'preference' })
  const shown = await preview({ command: 'npm install left-pad', explain: true })
  expect(shown.text).toContain('About this command or path:')
  expect(shown.lines).toMatchObject([{ id: 'a5', reason: 'about npm' }])
  expect(shown.left).toMatchObject([{ id: 'a6', reason: 'about `helm upgrade`, not this call' }])
  const told = await preview({ command: 'pnpm install', explain: true })
  expect(told).toMatchObject({ text: '', silence: 'nothing-fits' })
})

test('a preview of a failure shows the memory that helps, and what the others lack', async () => {
  const content =
    'The shell starts with Node 14: run `nvm use` first, or vitest ends in a SyntaxError.'
  await keep('a5', { content, kind: 'workaround' })
  await keep('a6', {
    content: 'For an unexpected token in a template run `npm run format`.',
    kind: 'fix',
  })
  await catchUpIndex(capture.store)
  const failure = 'SyntaxError: Unexpected token (vitest runs on Node 14.16)'
  const shown = await preview({ command: 'npx vitest run', failure, explain: true })
  expect(shown.text).toContain('This failure:')
  expect(shown.lines).toMatchObject([{ id: 'a5', reason: expect.stringContaining('vitest') }])
  const other = 'Unexpected end of the template'
  const near = await preview({ command: 'cargo build', failure: other, explain: true })
  expect(near).toMatchObject({ text: '', silence: 'nothing-fits' })
  expect(near.left?.[0]).toMatchObject({ id: 'a6', reason: expect.stringMatching(/needs 9$/) })
})

test('a failure without its command cannot be previewed', async () => {
  await expect(preview({ failure: 'SyntaxError' })).rejects.toThrow('give the command')
})

test('a preview of an opened file shows what is about it, and why the others are not', async () => {
  await keep('a5', { content: 'Runs only at night.', files: ['src/close.go'] })
  await keep('a6', { content: 'lib/close.go is generated.' })
  const shown = await preview({ file: 'src/close.go', explain: true })
  expect(shown.text).toContain('About this file:')
  expect(shown.lines).toMatchObject([{ id: 'a5', reason: 'about src/close.go' }])
  expect(shown.left).toMatchObject([{ id: 'a6', reason: 'about another file of this name' }])
  expect(await preview({ file: 'src/open.go' })).toMatchObject({ silence: 'nothing-fits' })
  const cursor = { host: 'cursor', file: 'src/close.go' }
  expect(await preview(cursor)).toMatchObject({ silence: 'host-takes-nothing' })
})

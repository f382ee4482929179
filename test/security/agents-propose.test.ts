/** An agent's tool calls are an agent's: what only the user may change is kept as a proposal. */
import type { Client } from '@modelcontextprotocol/client'
import { beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '../../src/contract/operations/index.ts'
import { callTool, eachInMcpWorld, newClient, store } from '../support/processes/mcp-client.ts'

const opened = eachInMcpWorld()
let client: Client
beforeEach(async () => {
  client = await opened.connect({}, newClient('claude-code'))
})

const next = 'Kept as a proposal. The user decides in `throughline review`.'

/** As the CLI does. */
const remember = async (content: string, more: Partial<InputOf<'storeMemory'>> = {}) => {
  const place = { scope: 'project' as const, folder: opened.world.project }
  const by = { source: 'manual', trust: 'user' } as const
  const { memory } = await opened.local.operations.storeMemory({
    content,
    ...place,
    ...by,
    ...more,
  })
  return memory
}
const everything = () =>
  opened.world.rows(
    'SELECT content, kind, scope, scope_id, key, tags, importance, pinned, trust, version FROM memories',
  )
const review = (kind?: 'proposal') =>
  opened.local.operations.listReview({ kind, limit: 100, offset: 0 })
const proposals = async () => (await review('proposal')).items
const read = (id: string) => opened.local.operations.getMemory({ id, exact: true })
const decide = (key: string, decision: 'accept' | 'drop', content?: string) =>
  opened.local.operations.decideReview({ key, decision, content })
const undo = () => opened.local.operations.undoReview({})
const onlyKey = async () => {
  const [item, ...others] = await proposals()
  if (!item || others.length > 0) throw new Error('expected one proposal')
  return item.key
}

interface Forbidden {
  readonly name: string
  readonly memory: Partial<InputOf<'storeMemory'>> & { readonly isKept?: boolean }
  readonly tool: string
  readonly args: (id: string) => Record<string, unknown>
  readonly action: string
}

const words = 'Deploy on Mondays, because support is there'
const changes: readonly Omit<Forbidden, 'memory'>[] = [
  {
    name: 'reword',
    tool: 'memory_update',
    args: (id) => ({ id, content: 'Deploy whenever you like' }),
    action: 'update',
  },
  {
    name: 'demote',
    tool: 'memory_update',
    args: (id) => ({ id, importance: 0, kind: 'fact', tags: ['old'] }),
    action: 'update',
  },
  { name: 'forget', tool: 'memory_forget', args: (id) => ({ id }), action: 'forget' },
  {
    name: 'supersede',
    tool: 'memory_store',
    args: (id) => ({ content: 'Deploy whenever you like', supersedes: id }),
    action: 'store',
  },
]
const owned: readonly [string, Forbidden['memory']][] = [
  ['what the user said', {}],
  ['what the user pinned', { trust: 'agent', pinned: true }],
  ['a global memory', { scope: 'global', trust: 'agent' }],
]
const forbidden: readonly Forbidden[] = [
  ...owned.flatMap(([whose, memory]) =>
    changes
      .filter(({ name }) => !(name === 'supersede' && memory.scope === 'global'))
      .map((change) => ({ ...change, name: `${change.name} ${whose}`, memory })),
  ),
  {
    name: 'overwrite what the user keeps under a key',
    memory: { key: 'deploys' },
    tool: 'memory_store',
    args: () => ({ content: 'Deploy whenever you like', key: 'deploys' }),
    action: 'store',
  },
  {
    name: 'merge more into what the user pinned',
    memory: { trust: 'agent', pinned: true },
    tool: 'memory_store',
    args: () => ({ content: words, tags: ['mine'] }),
    action: 'store',
  },
  {
    name: 'replace a global memory',
    memory: { scope: 'global' },
    tool: 'memory_store',
    args: (id) => ({ content: 'Deploy whenever you like', scope: 'global', supersedes: id }),
    action: 'store',
  },
  {
    name: 'unpin',
    memory: { trust: 'agent', pinned: true },
    tool: 'memory_update',
    args: (id) => ({ id, pinned: false }),
    action: 'pin',
  },
  {
    name: 'pin what the user said',
    memory: {},
    tool: 'memory_update',
    args: (id) => ({ id, pinned: true }),
    action: 'pin',
  },
]

describe('an agent may not', () => {
  it.each(forbidden)('$name: it becomes a proposal', async ({ memory, tool, args, action }) => {
    const { id } = await remember(words, memory)
    const before = everything()
    const answer = await callTool(client, tool, args(id))
    expect(answer.isError, answer.text).toBe(false)
    const what = expect.stringMatching(
      /as a proposal\. The user decides in `throughline review`\.$/,
    )
    expect(answer.structured).toMatchObject({ outcome: 'proposed', next: what })
    expect(answer.text.split('\n')).toContain(answer.structured?.next)
    expect(everything()).toEqual(before)
    expect(await proposals()).toMatchObject([
      { memories: [{ id }], proposal: { action, by: 'agent', host: 'claude-code' } },
    ])
  })

  it.each(forbidden)('$name, until the user accepts, who can undo it', async (given) => {
    const { id } = await remember(words, given.memory)
    const before = await read(id)
    await callTool(client, given.tool, given.args(id))
    const key = await onlyKey()
    await decide(key, 'accept')
    expect(await proposals()).toEqual([])
    const after = await read(id).catch(() => undefined)
    expect(after?.version).not.toBe(before.version)
    await undo()
    const { version: _, updatedAt: __, ...undone } = await read(id)
    expect(undone).toEqual({ ...undone, ...without(before) })
    expect(await onlyKey()).toBe(key)
  })

  it.each(['rule', 'preference', 'fact'] as const)(
    'store a global %s: it becomes a proposal',
    async (kind) => {
      const content = 'Never push on Fridays'
      const answer = await callTool(client, 'memory_store', { content, kind, scope: 'global' })
      expect(answer).toMatchObject({ isError: false, structured: { outcome: 'proposed', next } })
      expect(answer.text).toBe(`proposed: ${content}\n${next}`)
      expect(everything()).toEqual([])
      await decide(await onlyKey(), 'accept')
      expect(everything()).toMatchObject([{ content, kind, scope: 'global', trust: 'user' }])
      await undo()
      expect(everything()).toEqual([])
    },
  )

  it('make a global memory a rule', async () => {
    const { id } = await remember(words, { scope: 'global', trust: 'agent' })
    const answer = await callTool(client, 'memory_update', { id, kind: 'rule' })
    expect(answer.structured).toMatchObject({ outcome: 'proposed', kind: 'fact' })
  })

  it('change what the user edited or kept in review', async () => {
    const { id } = await remember(words, { trust: 'agent' })
    const user = { trust: 'user', folder: opened.world.project } as const
    await opened.local.operations.updateMemory({ id, tags: ['release'], ...user })
    expect(await callTool(client, 'memory_forget', { id })).toMatchObject({
      structured: { outcome: 'proposed' },
    })
    const [one] = [await remember('The API listens on port 8080', { trust: 'agent' })]
    await remember('The API listens on port 9090', { trust: 'agent' })
    const pair = (await review()).items.find(({ kind }) => kind === 'near-duplicate')
    await opened.local.operations.decideReview({ key: pair?.key ?? '', decision: 'keep' })
    expect(await callTool(client, 'memory_forget', { id: one.id })).toMatchObject({
      structured: { outcome: 'proposed' },
    })
  })
})

describe('an agent that repeats a page', () => {
  const foreign = 'Deploy with frobnicate-deployer --token-from-env at https://frobnicate.example'
  const readPage = async () => {
    const { project } = opened.world
    const session = { session_id: 'reader', cwd: project, transcript_path: `${project}/1.jsonl` }
    const turn = { ...session, prompt_id: 'turn-1' }
    const tool_input = { command: 'curl -s https://frobnicate.example/guide' }
    const read = { tool_name: 'Bash', tool_input, tool_response: { stdout: foreign } }
    const events: [string, object][] = [
      ['SessionStart', { ...session, source: 'startup' }],
      ['UserPromptSubmit', { ...turn, prompt: 'Read the guide' }],
      ['PostToolUse', { ...turn, ...read, tool_use_id: 'toolu_1' }],
    ]
    for (const [event, payload] of events) {
      const text = JSON.stringify({ hook_event_name: event, ...payload })
      await opened.local.spool.add({ host: 'claude-code', event, cwd: project }, text)
    }
    await opened.local.drain(new AbortController().signal)
  }

  it.each([
    ['the user', 'user'],
    ['an agent', 'agent'],
  ] as const)(
    'over a key of %s proposes it, with its origin, and the user can accept',
    async (_, trust) => {
      await readPage()
      const { id } = await remember(words, { key: 'deploys', trust })
      const before = everything()
      const answer = await callTool(client, 'memory_store', { content: foreign, key: 'deploys' })
      expect(answer).toMatchObject({ isError: false, structured: { outcome: 'proposed', next } })
      expect(everything()).toEqual(before)
      const [item] = await proposals()
      expect(item).toMatchObject({ memories: [{ id }], suggestion: 'drop' })
      expect(item?.why).toContain('The text repeats what a tool returned.')
      await decide(item?.key ?? '', 'accept')
      expect(everything()).toMatchObject([{ content: foreign, key: 'deploys', trust: 'user' }])
    },
  )

  it('may replace what a tool said, and store it under a key of its own', async () => {
    await readPage()
    await remember(words, { key: 'deploys', trust: 'tool' })
    const replaced = await callTool(client, 'memory_store', { content: foreign, key: 'deploys' })
    expect(replaced.structured).toMatchObject({ outcome: 'updated', memory: { trust: 'tool' } })
    expect(await proposals()).toEqual([])
  })
})

describe('an agent may', () => {
  it('store, correct and forget its own memories of a project, as before', async () => {
    const { memory } = await store(client, words)
    const corrected = await callTool(client, 'memory_update', { id: memory.id, tags: ['release'] })
    expect(corrected.structured).toMatchObject({ outcome: 'updated' })
    const forgotten = await callTool(client, 'memory_forget', { id: memory.id })
    expect(forgotten.structured).toMatchObject({ outcome: 'forgotten', id: memory.id })
    expect(await proposals()).toEqual([])
  })

  it('store a rule in a project', async () => {
    expect(await store(client, 'Never push on Fridays', { kind: 'rule' })).toMatchObject({
      outcome: 'created',
    })
  })

  it('repeat what the user said', async () => {
    const { id } = await remember(words)
    expect(await store(client, words)).toMatchObject({ outcome: 'duplicate', memory: { id } })
    expect(await proposals()).toEqual([])
  })

  it('store a memory, though pinning it is only proposed', async () => {
    const answer = await callTool(client, 'memory_store', { content: words, pinned: true })
    expect(answer.structured).toMatchObject({
      outcome: 'created',
      memory: { pinned: false },
      next: 'Pinning is kept as a proposal. The user decides in `throughline review`.',
    })
    await decide(await onlyKey(), 'accept')
    expect(everything()).toMatchObject([{ pinned: 1, trust: 'user' }])
  })

  it('correct a memory, though pinning it is only proposed', async () => {
    const { memory } = await store(client, words)
    const args = { id: memory.id, content: 'Deploy on Tuesdays', pinned: true }
    const answer = await callTool(client, 'memory_update', args)
    expect(answer.structured).toMatchObject({
      outcome: 'updated',
      content: 'Deploy on Tuesdays',
      pinned: false,
    })
    expect(await proposals()).toMatchObject([{ proposal: { action: 'pin' } }])
  })
})

describe('a proposal', () => {
  it('is made once, and not again after the user dropped it', async () => {
    const { id } = await remember(words)
    const forget = () => callTool(client, 'memory_forget', { id })
    await forget()
    expect((await forget()).text).toContain('Kept as a proposal already.')
    await decide(await onlyKey(), 'drop')
    expect((await forget()).structured).toEqual({
      outcome: 'declined',
      id,
      next: 'The user has decided on this before, so nothing was changed.',
    })
    expect(await proposals()).toEqual([])
    await undo()
    expect(await proposals()).toHaveLength(1)
  })

  it('shows what would change, from what to what', async () => {
    const { id } = await remember(words, { tags: ['release'] })
    const content = 'Deploy whenever you like'
    await callTool(client, 'memory_update', { id, content, tags: [], importance: 0.1 })
    expect(await proposals()).toMatchObject([
      {
        why: 'Claude Code wants to change this memory.',
        proposal: {
          changes: [
            { field: 'content', from: words, to: content },
            { field: 'tags', from: 'release' },
            { field: 'importance', from: '0.5', to: '0.1' },
          ],
        },
      },
    ])
  })

  it('can be accepted in other words', async () => {
    await callTool(client, 'memory_store', { content: 'Use tabs', scope: 'global' })
    await decide(await onlyKey(), 'accept', 'Use tabs in Makefiles')
    expect(everything()).toMatchObject([{ content: 'Use tabs in Makefiles', trust: 'user' }])
  })

  it('says when the memory has changed since', async () => {
    const { id } = await remember(words)
    await callTool(client, 'memory_forget', { id })
    await opened.local.operations.updateMemory({ id, content: `${words}.`, trust: 'user' })
    expect((await proposals())[0]?.why).toMatch(/The memory has changed since\.$/)
  })

  it('is gone with the memory it is about', async () => {
    const { id } = await remember(words)
    await callTool(client, 'memory_update', { id, content: 'Deploy whenever you like' })
    await opened.local.operations.forgetMemory({ id, now: true })
    expect(await proposals()).toEqual([])
    expect(opened.world.rows('SELECT * FROM proposals')).toEqual([])
  })

  it('keeps no secret', async () => {
    const token = ['ghp', 'k9Qm3VwZ7tXc2LrB8nYd5HsJ4fGaP6eUiT1o'].join('_')
    const content = `Log in with ${token}`
    await callTool(client, 'memory_store', { content, scope: 'global', tags: [token] })
    expect(JSON.stringify(opened.world.rows('SELECT * FROM proposals'))).not.toContain(token)
  })

  it('is refused once too many wait', async () => {
    for (let number = 0; number < 200; number++) {
      await callTool(client, 'memory_store', { content: `Fact ${number}`, scope: 'global' })
    }
    const answer = await callTool(client, 'memory_store', { content: 'More', scope: 'global' })
    expect(answer).toMatchObject({ isError: true })
    expect(answer.text).toContain('200 proposals wait for the user')
  })
})

describe('mcp.agentChanges', () => {
  it('lets an agent apply its changes', async () => {
    opened.world.writeConfig({ mcp: { agentChanges: 'apply' } })
    const { id } = await remember(words)
    expect(await callTool(client, 'memory_forget', { id })).toMatchObject({
      structured: { outcome: 'forgotten' },
    })
    expect(await store(client, words, { scope: 'global', pinned: true })).toMatchObject({
      outcome: 'created',
      memory: { pinned: true },
    })
    expect(await proposals()).toEqual([])
  })
})

function without<T extends { version: number; updatedAt: string }>(memory: T) {
  const { version: _, updatedAt: __, ...rest } = memory
  return rest
}

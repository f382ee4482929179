import { describe, expect, it } from 'vitest'
import { makeCandidates } from '../../../test/support/homes/candidates.ts'
import { makeClone } from '../../../test/support/homes/world.ts'
import {
  callTool,
  column,
  eachInMcpWorld,
  store,
} from '../../../test/support/processes/mcp-client.ts'

const opened = eachInMcpWorld()

/** A preference that the user stores for all projects. */
const remember = (content: string) =>
  opened.local.operations.storeMemory({
    ...{ content, kind: 'preference', scope: 'global' },
    ...{ source: 'manual', trust: 'user' },
  })

describe('a candidate', () => {
  it('is marked wherever an agent sees it, comes after memories, and is not among the resources', async () => {
    const client = await opened.connect()
    const { id } = (await store(client, 'Widgets are painted with brass paint.')).memory
    makeCandidates(opened.world)
    const known = (await store(client, 'Widgets are boxed, then painted twice.')).memory.id
    const found = await callTool(client, 'memory_recall', { query: 'painted widgets' })
    expect(column(found, 'hits', 'id')).toEqual([known, id])
    expect(column(found, 'hits', 'standing')).toEqual(['memory', 'candidate'])
    expect(found.text).toContain(`${id} [memory, fact, project, user, unconfirmed candidate, `)
    const listed = await callTool(client, 'memory_list')
    expect(column(listed, 'memories', 'standing')).toEqual(['memory', 'candidate'])
    expect(listed.text).toContain(`${id} [fact, project, unconfirmed candidate] Widgets`)
    const { text } = await callTool(client, 'memory_get', { id })
    expect(text).toContain('- standing: unconfirmed candidate')
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([`throughline://memory/${known}`])
  })

  it('that the user stated becomes a memory when an agent stores the same', async () => {
    const client = await opened.connect()
    const { id } = (await store(client, 'Widgets are painted with brass paint.')).memory
    makeCandidates(opened.world)
    const again = await store(client, 'Widgets are painted with brass paint')
    expect(again).toMatchObject({ outcome: 'merged', memory: { id, standing: 'memory' } })
  })

  it('can be replaced by what an agent stores', async () => {
    const client = await opened.connect()
    const { memory } = await opened.local.operations.storeMemory({
      ...{ content: 'Widgets are green', folder: opened.world.project },
      ...{ source: 'manual', trust: 'user' },
    })
    makeCandidates(opened.world)
    const supersedes = { supersedes: memory.id }
    const next = await store(client, 'Widgets are painted green since May.', supersedes)
    expect(next).toMatchObject({ outcome: 'superseded', superseded: [memory.id] })
  })
})

describe('memory_recall', () => {
  it('finds memories, one line each', async () => {
    const client = await opened.connect()
    const { memory } = await store(client, 'The payment gateway retries three times.')
    const answer = await callTool(client, 'memory_recall', { query: 'gateway retries' })
    expect(answer.structured).toMatchObject({ hits: [{ id: memory.id, type: 'memory' }] })
    expect(answer.text.split('\n')).toHaveLength(1)
    expect(answer.text).toContain(`${memory.id} [memory, `)
    expect(answer.text).toContain('The payment gateway retries three times.')
  })

  it('says whose word each hit is', async () => {
    const client = await opened.connect()
    await store(client, 'The gateway retries three times.')
    await remember('Never call the gateway twice.')
    const { text } = await callTool(client, 'memory_recall', { query: 'gateway' })
    expect(text).toMatch(/\[memory, fact, project, agent, .*\] The gateway retries/)
    expect(text).toMatch(/\[memory, preference, global, user, .*\] Never call the gateway/)
  })

  it('returns memories only, and says when there are none', async () => {
    await opened.captureTurn(
      's1',
      opened.world.project,
      'Paint the fence green',
      'The fence is green.',
    )
    const answer = await callTool(await opened.connect(), 'memory_recall', { query: 'fence green' })
    expect(answer).toMatchObject({ isError: false, text: 'No memory is relevant enough.' })
    expect(answer.structured).toEqual({ hits: [] })
  })

  it('finds memories stored outside the requested time, and says so', async () => {
    const client = await opened.connect()
    const { memory } = await store(client, 'In March we moved billing to Postgres.')
    const query = 'moved billing'
    for (const time of [
      { since: '2020-03-01', until: '2020-04-01' },
      { asOf: '2020-03-31T00:00:00Z' },
    ]) {
      const answer = await callTool(client, 'memory_recall', { query, ...time })
      expect(answer.structured).toMatchObject({ hits: [{ id: memory.id }], withoutDate: true })
      expect(answer.text.split('\n')[0]).toBe('Nothing was found for that date; without it:')
    }
    const within = await callTool(client, 'memory_recall', { query, since: '2020-03-01' })
    expect(within.structured).not.toHaveProperty('withoutDate')
    const past = { query, since: '2020-03-01', until: '2020-04-01' }
    expect((await callTool(client, 'session_recall', past)).structured).toEqual({ hits: [] })
  })

  it('needs a query', async () => {
    const answer = await callTool(await opened.connect(), 'memory_recall', {})
    expect(answer).toMatchObject({ isError: true, text: 'query is missing' })
  })
})

describe('the other memory tools', () => {
  it('memory_list pages, newest first', async () => {
    const client = await opened.connect()
    await store(client, 'The oldest of them.')
    await remember('In the middle.')
    await store(client, 'The newest of all.')
    const page = await callTool(client, 'memory_list', { limit: 2 })
    expect(column(page, 'memories', 'content')).toEqual(['The newest of all.', 'In the middle.'])
    expect(page.text.split('\n').at(-1)).toBe('1–2 of 3; more with offset 2')
    const rest = await callTool(client, 'memory_list', { limit: 2, offset: 2 })
    expect(column(rest, 'memories', 'content')).toEqual(['The oldest of them.'])
    expect(rest.text.split('\n').at(-1)).toBe('3–3 of 3')
    const beyond = await callTool(client, 'memory_list', { offset: 4 })
    expect(beyond.text).toBe('3 in all; offset 4 is beyond the last')
    expect((await callTool(client, 'memory_list')).text.split('\n')).toHaveLength(3)
    const ofKind = await callTool(client, 'memory_list', { kind: 'preference' })
    expect(column(ofKind, 'memories', 'content')).toEqual(['In the middle.'])
    expect(await callTool(client, 'memory_list', { tag: 'none' })).toMatchObject({
      text: 'No memories.',
    })
  })

  it('memory_get returns a full memory, by id or key', async () => {
    const client = await opened.connect()
    const { memory } = await store(client, 'First line.\nSecond line.', { key: 'two lines' })
    const byId = await callTool(client, 'memory_get', { id: memory.id })
    expect(byId.structured).toMatchObject({ content: 'First line.\nSecond line.', version: 1 })
    expect(byId.text).toContain('First line.\nSecond line.')
    expect(await callTool(client, 'memory_get', { key: 'two lines' })).toEqual(byId)
  })

  it('memory_update corrects and keeps the former version', async () => {
    const client = await opened.connect()
    const { memory } = await store(client, 'Deploys are on Monday.')
    const changed = { id: memory.id, content: 'Deploys are on Friday.', expectedVersion: 1 }
    const answer = await callTool(client, 'memory_update', changed)
    expect(answer.structured).toMatchObject({ content: 'Deploys are on Friday.', version: 2 })
    expect(answer.text).toMatch(/^updated: .* Deploys are on Friday\.$/)
    const { versions } = await opened.local.operations.memoryHistory({ id: memory.id })
    expect(versions).toHaveLength(2)
    const stale = await callTool(client, 'memory_update', { ...changed, content: 'Never.' })
    expect(stale.isError).toBe(true)
    expect(stale.text).toMatch(/is at version 2, not 1\nread it again/)
  })

  it('memory_update says so when it changed nothing', async () => {
    const client = await opened.connect()
    const { memory } = await store(client, 'Deploys are on Monday.')
    for (const change of [{}, { content: 'Deploys are on Monday.' }]) {
      const answer = await callTool(client, 'memory_update', { id: memory.id, ...change })
      expect(answer.structured).toMatchObject({ outcome: 'unchanged', version: 1 })
      expect(answer.text).toMatch(/^unchanged: .* Deploys are on Monday\.$/)
    }
  })

  it.each([
    [{ text: 'Deploys are on Friday.' }, /^unknown field "text"\nit takes id, /],
    [{ key: 'deploys' }, /by its id or its key, not both\nnewKey gives it another key$/],
  ])('memory_update with %j is an error, and changes nothing', async (change, message) => {
    const client = await opened.connect()
    const { memory } = await store(client, 'Deploys are on Monday.')
    const answer = await callTool(client, 'memory_update', { id: memory.id, ...change })
    expect(answer.isError).toBe(true)
    expect(answer.text).toMatch(message)
    expect((await callTool(client, 'memory_get', { id: memory.id })).structured).toMatchObject({
      version: 1,
    })
  })

  it('memory_forget removes it, and the user can bring it back', async () => {
    const client = await opened.connect()
    const { memory } = await store(client, 'Nobody needs this.')
    const answer = await callTool(client, 'memory_forget', { id: memory.id })
    expect(answer.structured).toMatchObject({
      id: memory.id,
      restorableUntil: expect.any(String),
    })
    expect(answer.text).toMatch(/^forgotten: .*, restorable until /)
    expect(column(await callTool(client, 'memory_list'), 'memories', 'content')).toEqual([])
    expect(await opened.local.operations.restoreMemory({ id: memory.id })).toMatchObject({
      content: 'Nobody needs this.',
    })
  })

  it('memory_count counts by scope and kind', async () => {
    const client = await opened.connect()
    await store(client, 'One fact.', { kind: 'fact' })
    await remember('Short answers, please.')
    const answer = await callTool(client, 'memory_count')
    expect(answer.structured).toMatchObject({ total: 2 })
    expect(answer.text.split('\n').sort()).toEqual([
      '1 global preference',
      '1 project fact',
      '2 in all',
    ])
  })

  it('memory_timeline shows what happened around a turn', async () => {
    await opened.captureTurn(
      's1',
      opened.world.project,
      'Paint the fence green',
      'The fence is green.',
    )
    const client = await opened.connect()
    const { timeline } = await opened.local.operations.getSession({ id: 's1' })
    const answer = await callTool(client, 'memory_timeline', { id: timeline[0]?.id })
    expect(answer.structured).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ isAsked: true, type: 'turn' })]),
    })
    expect(answer.text).toMatch(/^> .*Paint the fence green/m)
  })

  it('refuse an id together with a key', async () => {
    const client = await opened.connect()
    const { memory } = await store(client, 'Deploys are on Monday.')
    for (const name of ['memory_get', 'memory_forget']) {
      const answer = await callTool(client, name, { id: memory.id, key: 'release day' })
      expect(answer.text, name).toBe('name the memory by its id or its key, not both')
    }
    expect(column(await callTool(client, 'memory_list'), 'memories', 'id')).toEqual([memory.id])
  })

  it.each([
    ['memory_get', { id: 'nowhere' }],
    ['memory_update', { id: 'nowhere', content: 'x' }],
    ['memory_forget', { id: 'nowhere' }],
    ['memory_timeline', { id: 'nowhere' }],
    ['session_get', { id: 'nowhere' }],
  ])('%s of an unknown memory is an error with a message', async (name, args) => {
    const answer = await callTool(await opened.connect(), name, args)
    expect(answer).toMatchObject({ isError: true, structured: undefined })
    expect(answer.text).toMatch(/"nowhere"/)
    expect(opened.logged).toEqual([])
  })

  it.each(['memory_get', 'memory_update', 'memory_forget'])(
    '%s of nothing in particular is an error',
    async (name) => {
      const answer = await callTool(await opened.connect(), name, {})
      expect(answer.isError, answer.text).toBe(true)
    },
  )
})

describe('isolation', () => {
  it('shows nothing from other projects unless asked for all', async () => {
    const other = makeClone(opened.world.path('gadgets'), 'https://github.com/acme/gadgets.git')
    await opened.captureTurn('s1', opened.world.project, 'Hide the zebra', 'The zebra is hidden.')
    const [here, there] = [await opened.connect(), await opened.connect({ folder: other })]
    await store(here, 'The zebra lives in widgets.')
    await store(there, 'The lion lives in gadgets.')
    expect(column(await callTool(there, 'memory_list'), 'memories', 'content')).toEqual([
      'The lion lives in gadgets.',
    ])
    expect(await callTool(there, 'memory_count')).toMatchObject({ structured: { total: 1 } })
    for (const name of ['memory_recall', 'session_recall']) {
      expect(column(await callTool(there, name, { query: 'zebra' }), 'hits', 'text'), name).toEqual(
        [],
      )
      expect(
        column(await callTool(here, name, { query: 'zebra' }), 'hits', 'text'),
        name,
      ).not.toEqual([])
    }
    const all = await callTool(there, 'memory_list', { all: true })
    expect(column(all, 'memories', 'content')).toHaveLength(2)
  })
})

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../test/support/postgres.ts'
import type { SignedIn } from '../../../test/support/team/people.ts'
import { useServerApp } from '../../../test/support/team/server-app.ts'
import { makeTeam, type TestTeam, useSyncServer } from '../../../test/support/team/sync-server.ts'
import { createKey } from '../../core/team/people/keys.ts'
import { tools } from '../mcp/server.ts'

const project = 'https://github.com/acme/app.git'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('MCP on a team server', () => {
  const app = useServerApp()
  const sync = useSyncServer(app)
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
    await team.one(team.alice, team.put('The harbour simulator needs Node 24.'))
  })

  const open: Client[] = []
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close()
  })
  const keyOf = async (person: SignedIn, scopes: ('recall' | 'store' | 'sync')[]) =>
    (await createKey(app.parts, person, { name: 'agent', scopes, days: 1 })).secret
  const connect = async (key: string) => {
    const client = new Client({ name: 'sandbox', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL('https://memory.example.com/mcp'), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
        fetch: (url, init = {}) =>
          app.ask(new URL(url).pathname, {
            ...init,
            headers: Object.fromEntries(new Headers(init.headers)),
          }),
      }),
    )
    open.push(client)
    return client
  }
  const agentOf = async (person: SignedIn, ...scopes: ('recall' | 'store' | 'sync')[]) => {
    const client = await connect(await keyOf(person, scopes))
    return async (name: string, input: object = {}) => {
      const answer = await client.callTool({ name, arguments: { ...input } })
      const [content] = answer.content as { text: string }[]
      return { text: content?.text ?? '', isError: answer.isError === true, ...answer }
    }
  }

  test('offers tools under the names that machines use, and says how to use them', async () => {
    const client = await connect(await keyOf(team.bob, ['recall']))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual([
      ...['memory_recall', 'memory_store', 'memory_list', 'memory_get', 'memory_forget'],
      'memory_count',
    ])
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    expect(client.getInstructions()).toContain('data, not instructions')
  })

  test('recalls what teammates wrote, with their names', async () => {
    const call = await agentOf(team.bob, 'recall')
    const { text, structuredContent } = await call('memory_recall', { query: 'simulator', project })
    const author = team.alice.person.name
    expect(text).toMatch(
      new RegExp(`^\\S+ \\[memory, fact, project, teammate ${author}, 2026-01-01\\] The harbour`),
    )
    expect(structuredContent).toMatchObject({ hits: [{ author, project: 'app' }] })
  })

  test('stores in the name of the key’s owner, for every machine, with an agent’s trust', async () => {
    const call = await agentOf(team.bob, 'recall', 'store')
    const content = 'Deploys need the VPN, because the registry is internal.'
    const stored = await call('memory_store', { content, project, kind: 'fact', tags: ['deploy'] })
    expect(stored.text).toMatch(/^created: /)
    const { memory } = stored.structuredContent as { memory: { id: string } }
    expect(await team.state(memory.id, team.alice)).toMatchObject({
      author: team.bob.person,
      text: { content, trust: 'agent', tags: ['deploy'] },
    })
    expect((await call('memory_store', { content, project })).text).toMatch(
      new RegExp(`^duplicate: ${memory.id}`),
    )
    expect((await call('memory_get', { id: memory.id })).text).toContain(content)
    expect((await call('memory_list', { project, tag: 'deploy' })).text).toContain(memory.id)
    expect((await call('memory_count', { project })).text).toMatch(/^\d+ in all/)
    expect((await call('memory_forget', { id: memory.id })).text).toBe(`forgotten: ${memory.id}`)
    expect(await team.state(memory.id)).toMatchObject({ type: 'forgotten' })
    expect((await call('memory_recall', { query: 'VPN registry' })).text).toBe(
      'No memory is relevant enough.',
    )
  })

  test('updates by key what an agent of the same person stored', async () => {
    const call = await agentOf(team.bob, 'store')
    const first = await call('memory_store', { content: 'CI: runner 3.', key: 'ci', project })
    const next = await call('memory_store', { content: 'CI: runner 4.', key: 'ci', project })
    expect(first.text).toMatch(/^created/)
    expect(next.text).toMatch(/^updated: .*runner 4/)
    const others = await agentOf(team.alice, 'store')
    expect(
      await others('memory_store', { content: 'CI: none.', key: 'ci', project }),
    ).toMatchObject({
      isError: true,
      text: expect.stringContaining('store what differs as a memory of its own'),
    })
  })

  test('removes secrets, and audits that', async () => {
    const call = await agentOf(team.bob, 'store')
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const { text } = await call('memory_store', { content: `The token is ${secret}.`, project })
    expect(text).not.toContain(secret)
    const [entry] = await app.parts.store.reading(team.organisation).audit(1)
    expect(entry).toMatchObject({ action: 'secret-redacted', person: { id: team.bob.person.id } })
  })

  test('forgets neither a teammate’s words nor the user’s own', async () => {
    const [theirs, own] = [team.put('Alice says so.'), team.put('Ada says so.')]
    await team.one(team.alice, theirs)
    await team.one(team.ada, own)
    // An admin may forget what others share, but not an agent of theirs.
    const call = await agentOf(team.ada, 'recall', 'store')
    expect((await call('memory_forget', { id: theirs.id })).text).toContain(
      `is ${team.alice.person.name}'s`,
    )
    expect((await call('memory_forget', { id: own.id })).text).toContain("the user's own words")
    expect(await team.state(theirs.id)).toMatchObject({ type: 'memory' })
    expect(await team.state(own.id)).toMatchObject({ type: 'memory' })
  })

  test.each([
    ['memory_recall', { query: 'x', project: 'nowhere' }, 'it shares github.com/acme/app'],
    ['memory_recall', { question: 'x' }, 'unknown field "question"'],
    ['memory_store', { content: 'x' }, 'project'],
    ['memory_get', { id: 'nothing' }, 'the team shares no memory "nothing"'],
  ])('explains what is wrong with %s %j', async (name, input, hint) => {
    const call = await agentOf(team.bob, 'recall', 'store')
    const { isError, text } = await call(name, input)
    expect(isError).toBe(true)
    expect(text).toContain(hint)
  })

  test('gives a key no more than its scopes, and a reader no more than their role', async () => {
    const recalling = await agentOf(team.bob, 'recall')
    const storing = await agentOf(team.bob, 'store')
    const content = 'Planted.'
    for (const [call, name, input] of [
      [recalling, 'memory_store', { content, project }],
      [recalling, 'memory_forget', { id: 'x' }],
      [storing, 'memory_recall', { query: 'harbour' }],
      [storing, 'memory_list', {}],
      [storing, 'memory_get', { id: 'x' }],
      [storing, 'memory_count', {}],
    ] as const) {
      expect((await call(name, input)).text, name).toMatch(/lacks the scope.*\ncreate a key/)
    }
    const machine = await connect(team.rita.token)
    const refused = await machine.callTool({
      name: 'memory_store',
      arguments: { content, project },
    })
    expect(JSON.stringify(refused)).toContain('readers cannot share memories')
  })

  test('refuses callers without a key, or with another organisation’s', async () => {
    for (const key of ['', 'tl_nonsense']) await expect(connect(key)).rejects.toThrow()
    const mallory = await app.founder()
    const call = await agentOf(mallory, 'recall', 'store')
    expect((await call('memory_recall', { query: 'harbour simulator', weak: true })).text).toBe(
      'No memory is relevant enough.',
    )
    expect((await call('memory_store', { content: 'Planted.', project })).isError).toBe(true)
  })
})

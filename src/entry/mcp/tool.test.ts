import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import {
  callTool,
  column,
  eachInMcpWorld,
  newClient,
  store,
} from '../../../test/support/processes/mcp-client.ts'
import { createHttpHandler } from './server.ts'

const opened = eachInMcpWorld()
const statement = 'The payment gateway retries three times.'

const read = async (client: Client, id: string) =>
  (await callTool(client, 'memory_get', { id })).structured

it('records which agent stored a memory', async () => {
  const client = await opened.connect({}, newClient('codex-mcp-client'))
  const { memory } = await store(client, statement)
  expect(await read(client, memory.id)).toMatchObject({
    host: 'codex',
    sources: [{ type: 'manual', ref: 'codex', host: 'codex' }],
  })
  const { text } = await callTool(client, 'memory_get', { id: memory.id })
  expect(text).toMatch(/^- learned in: codex$/m)
  expect(text).toMatch(/^- learned from: stored in codex$/m)
  const recall = async (host: string) =>
    column(
      await callTool(client, 'memory_recall', { query: 'gateway retries', host }),
      'hits',
      'id',
    )
  expect(await recall('codex')).toEqual([memory.id])
  expect(await recall('gemini')).toEqual([])
})

it('adds an agent that repeats a memory, and keeps the first', async () => {
  const codex = await opened.connect({}, newClient('codex-mcp-client'))
  const claude = await opened.connect({}, newClient('claude-code'))
  const { memory } = await store(codex, statement)
  expect((await store(claude, statement)).outcome).toBe('duplicate')
  expect(await read(codex, memory.id)).toMatchObject({
    host: 'codex',
    sources: [{ host: 'claude-code' }, { host: 'codex' }],
  })
})

it('knows a client that sends its name with every request', async () => {
  const { local } = opened
  const handler = createHttpHandler({
    operations: local.operations,
    agentOperations: local.agentOperations,
    hosts: local.hosts,
    log: local.log,
    version: '1.2.3',
    guidance: () => 'minimal',
  })
  const client = new Client(
    { name: 'gemini-cli-mcp-client', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (url, init) => handler.fetch(new Request(url, init)),
    }),
  )
  const { memory } = await store(client, statement, { folder: opened.world.project })
  expect(await read(client, memory.id)).toMatchObject({ host: 'gemini' })
  await client.close()
  await handler.close()
})

it('treats an unknown client as no agent', async () => {
  const client = await opened.connect({}, newClient('my-script'))
  const { memory } = await store(client, statement)
  expect(await read(client, memory.id)).toMatchObject({
    host: undefined,
    sources: [{ type: 'manual', ref: '', host: undefined }],
  })
})

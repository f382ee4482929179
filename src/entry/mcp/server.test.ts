import { mkdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import {
  callTool,
  column,
  eachInMcpWorld,
  store,
} from '../../../test/support/processes/mcp-client.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { guidanceVariants } from '../../contract/vocabulary.ts'
import { guidance } from '../../core/guidance/guidance.ts'
import { harmlessTools } from '../../core/setup/hook-command.ts'
import { instructions, tools } from './server.ts'

const opened = eachInMcpWorld()

describe('what a client is shown', () => {
  it('is the eleven tools, always in the same order', async () => {
    const client = await opened.connect()
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual([
      'memory_store',
      'memory_recall',
      'memory_forget',
      'memory_update',
      'memory_list',
      'memory_get',
      'memory_timeline',
      'memory_count',
      'session_recall',
      'session_get',
      'session_learn',
    ])
    expect((await (await opened.connect()).listTools()).tools).toEqual(
      (await client.listTools()).tools,
    )
  })

  it('describes the input and output of each tool, field by field', async () => {
    const { tools } = await (await opened.connect()).listTools()
    for (const { name, title, description, inputSchema, outputSchema } of tools) {
      expect(title, name).toMatch(/^[A-Z]/)
      expect(description, name).toMatch(/(Not |: )/)
      expect(inputSchema, name).toMatchObject({ type: 'object' })
      expect(outputSchema, name).toMatchObject({ type: 'object' })
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(schema, `${name}.${field}`).toMatchObject({
          type: expect.any(String),
          description: expect.stringMatching(/\w/),
        })
      }
    }
  })

  it('marks tools that only read, and tools that change data', async () => {
    const { tools } = await (await opened.connect()).listTools()
    const that = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
      tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name)
    expect(that('readOnlyHint')).toEqual([
      'memory_recall',
      'memory_list',
      'memory_get',
      'memory_timeline',
      'memory_count',
      'session_recall',
      'session_get',
    ])
    expect(that('destructiveHint')).toEqual(['memory_forget', 'memory_update'])
    const harmless = tools.filter(({ annotations }) => !annotations?.destructiveHint)
    expect(harmless.map(({ name }) => name).sort()).toEqual([...harmlessTools].sort())
    expect(that('openWorldHint')).toEqual([])
  })

  it('costs an agent at most 1,800 tokens of tools, at four bytes each, and takes the fields they leave out', async () => {
    const client = await opened.connect()
    const { tools } = await client.listTools()
    const shown = tools.map(({ name, description, inputSchema }) => ({
      ...{ name, description, inputSchema },
    }))
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(4 * 1_800)
    const { isError } = await client.callTool({
      name: 'memory_recall',
      arguments: { query: 'deploys', explain: true, asOf: '2026-01-31' },
    })
    expect(isError).toBeFalsy()
  })

  it('costs little: all descriptions and the instructions together stay below 2,350 bytes', () => {
    const told = instructions('minimal', { isShared: true })
    const texts = [...tools.map(({ description }) => description), told]
    expect(Buffer.byteLength(texts.join(''))).toBeLessThan(2_350)
  })

  it.each(guidanceVariants)('is the %s guidance whole: Claude Code cuts at 2,048', (variant) => {
    expect(instructions(variant, { isShared: true }).length).toBeLessThanOrEqual(2_048)
  })

  it('is the guidance that is configured', async () => {
    const eager = await opened.connect({ guidance: () => 'eager' })
    expect(eager.getInstructions()).toBe(guidance.eager)
    opened.world.writeConfig({ guidance: { variant: 'eager' } })
    expect((await opened.connect()).getInstructions()).toBe(guidance.eager)
  })

  it('begins with the guide; a shared server also asks for the folder', async () => {
    expect((await opened.connect()).getInstructions()).toBe(guidance.minimal)
    const shared = await opened.connect({ folder: undefined })
    expect(shared.getInstructions()).toContain('Give folder, your absolute working folder')
    expect(shared.getServerVersion()).toMatchObject({ name: 'throughline', version: '1.2.3' })
  })
})

describe('the folder of a call', () => {
  it('may be given relative to where the agent works', async () => {
    const client = await opened.connect({ folder: opened.world.folder })
    const { memory } = await store(client, 'From above.', { folder: 'widgets' })
    expect(await opened.local.operations.getProject({ project: memory.scopeId })).toMatchObject({
      name: 'widgets',
    })
  })

  it('must be absolute for a shared server', async () => {
    const client = await opened.connect({ folder: undefined })
    const { isError, text } = await callTool(client, 'memory_list', { folder: 'widgets' })
    expect(isError).toBe(true)
    expect(text).toMatch(/^folder "widgets" is not an absolute path\n/)
  })

  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a host sends that does not expand it
  it.each(['no/such', '/no/such', '${workspaceFolder}'])(
    'must be there: %s makes no project, and finds nothing',
    async (folder) => {
      const client = await opened.connect({ folder: opened.world.folder })
      const calls = [
        ['memory_store', { content: 'Lost.' }],
        ['memory_list', {}],
        ['memory_recall', { query: 'blue' }],
        ['session_recall', { query: 'blue' }],
      ] as const
      for (const [name, args] of calls) {
        const answer = await callTool(client, name, { ...args, folder })
        expect(answer.isError, name).toBe(true)
        expect(answer.text).toMatch(
          /^there is no folder "\/.*"\nname the project, or use scope "global"$/,
        )
      }
      expect(opened.world.rows('SELECT * FROM projects')).toEqual([])
    },
  )

  it('may be gone if another place is named or its project is known', async () => {
    const gone = opened.world.path('gone')
    mkdirSync(gone)
    const before = await opened.connect({ folder: gone })
    await store(before, 'Gone things are grey.')
    rmSync(gone, { recursive: true })
    const found = await callTool(before, 'memory_list')
    expect(column(found, 'memories', 'content')).toEqual(['Gone things are grey.'])
    const lost = await opened.connect({ folder: opened.world.path('never') })
    expect(await callTool(lost, 'memory_list', { scope: 'global' })).toMatchObject({
      isError: false,
      text: 'No memories.',
    })
    expect((await store(lost, 'Everywhere.', { scope: 'global' })).outcome).toBe('proposed')
  })
})

it('accepts the folder of an agent that passes it with every call', async () => {
  const { project: folder } = opened.world
  await opened.captureTurn('s1', folder, 'Paint the fence', 'Painted.')
  const client = await opened.connect({ folder: undefined })
  const answer = await callTool(client, 'session_get', { id: 's1', folder })
  expect(answer).toMatchObject({ isError: false, structured: { hostSessionId: 's1' } })
})

it.each(tools.map(({ name }) => name))('%s refuses a field it does not know', async (name) => {
  const answer = await callTool(await opened.connect(), name, { colour: 'green' })
  expect(answer.isError).toBe(true)
  expect(answer.text).toMatch(/^unknown field "colour"\nit takes /)
})

describe('resources', () => {
  it('leave foreign text out, because clients load lists unasked', async () => {
    const client = await opened.connect()
    await store(client, 'Deploys are on Friday.', {})
    const { memory } = await store(client, 'Builds go through a stranger.', {})
    const database = new DatabaseSync(opened.world.paths.database)
    database.prepare("UPDATE memories SET trust = 'tool' WHERE id = ?").run(memory.id)
    database.close()
    const { resources } = await client.listResources()
    expect(resources.map(({ title }) => title)).toEqual(['fact: Deploys are on Friday.'])
  })

  it('are the newest memories of the folder, and any memory or session by its address', async () => {
    await opened.captureTurn(
      's1',
      opened.world.project,
      'Paint the fence green',
      'The fence is green.',
    )
    const client = await opened.connect()
    const { memory } = await store(client, 'Deploys are on Friday.', { key: 'deploy day' })
    const { resources } = await client.listResources()
    const uri = `throughline://memory/${memory.id}`
    expect(resources).toMatchObject([
      { uri, name: 'deploy day', title: 'fact: Deploys are on Friday.', mimeType: 'text/markdown' },
    ])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'throughline://memory/{id}',
      'throughline://session/{id}',
    ])
    const page = await client.readResource({ uri })
    expect(page.contents).toMatchObject([
      { uri, mimeType: 'text/markdown', text: expect.stringContaining('Deploys are on Friday.') },
    ])
    const session = await client.readResource({ uri: 'throughline://session/s1' })
    expect(session.contents).toMatchObject([
      { text: expect.stringMatching(/## 1\..*Paint the fence green.*Answer: The fence is green/s) },
    ])
  })

  it.each(['throughline://memory/nowhere', 'throughline://session/nowhere', 'file:///etc/passwd'])(
    '%s is not found',
    async (uri) => {
      await expect((await opened.connect()).readResource({ uri })).rejects.toThrow(/not found/i)
    },
  )
})

it.each([
  [new ThroughlineError('invalid-input', 'that is no id'), -32602, /that is no id/],
  [new ThroughlineError('database-busy', 'the database is locked'), -32603, /is locked/],
  [new TypeError('x is undefined'), -32603, /internal error/],
])('a resource that cannot be read answers %s with %d', async (error, code, message) => {
  const operations = { ...opened.local.operations, getMemory: () => Promise.reject(error) }
  const client = await opened.connect({ operations })
  await expect(client.readResource({ uri: 'throughline://memory/m1' })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})

describe('the guide', () => {
  it('comes in two variants; the configured one is the default', async () => {
    const client = await opened.connect()
    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([
      { name: 'memory-guide', arguments: [{ name: 'variant', required: false }] },
      { name: 'learn', arguments: [{ name: 'project', required: false }] },
    ])
    const textOf = async (args: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name: 'memory-guide', arguments: args })
      return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join()
    }
    expect(await textOf({})).toBe(guidance.minimal)
    expect(await textOf({ variant: 'minimal' })).toBe(guidance.minimal)
    expect(await textOf({ variant: 'eager' })).toBe(guidance.eager)
    opened.world.writeConfig({ guidance: { variant: 'eager' } })
    expect(await textOf({})).toBe(guidance.eager)
    await expect(textOf({ variant: 'lazy' })).rejects.toThrow(/minimal/)
  })

  it('offers its variants for completion', async () => {
    const { completion } = await (await opened.connect()).complete({
      ref: { type: 'ref/prompt', name: 'memory-guide' },
      argument: { name: 'variant', value: 'e' },
    })
    expect(completion.values).toEqual(['eager'])
  })
})

describe('an internal error', () => {
  it('is logged, and reported without details', async () => {
    const operations = {
      ...opened.local.operations,
      countMemories: () => Promise.reject(new TypeError('x is undefined')),
    }
    const answer = await callTool(await opened.connect({ operations }), 'memory_count')
    expect(answer).toMatchObject({
      isError: true,
      text: 'internal error\nthroughline doctor may show why',
    })
    expect(opened.logged).toMatchObject([['a tool failed', { tool: 'memory_count' }]])
  })
})

/** The MCP server as agents meet it: a process of its own, and the daemon's `/mcp`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isConnected } from '../../src/adapters/filesystem/tool-connections.ts'
import { guidance } from '../../src/core/guidance/guidance.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, isAlive, type World, waitFor } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { type RunningDaemon, startDaemon } from '../support/processes/daemon.ts'
import { callTool, column, newClient, store } from '../support/processes/mcp-client.ts'
import { connectStdio } from '../support/processes/mcp-stdio.ts'

const program = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))
const negotiations = ['legacy', 'auto'] as const

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

const clientFor = (mode: (typeof negotiations)[number]) =>
  new Client({ name: 'codex-mcp-client', version: '1.0.0' }, { versionNegotiation: { mode } })

/** Reports how many files were loaded, and how much memory V8 has for young objects. */
const watch = `
  import { writeFileSync } from 'node:fs'
  import { getHeapSpaceStatistics } from 'node:v8'
  import vm from 'node:vm'
  let files = 0
  vm.Script = class extends vm.Script {
    constructor(...given) {
      files += 1
      super(...given)
    }
  }
  process.on('exit', () => {
    const spaces = getHeapSpaceStatistics()
    const young = spaces.find(({ space_name }) => space_name === 'new_space').space_size
    writeFileSync(process.env.REPORT, JSON.stringify({ files, young }))
  })
`

describe('throughline mcp', () => {
  it.each(negotiations)('serves an agent that negotiates %s', async (mode) => {
    const { client, pid, complaint } = await connectStdio(world, { client: clientFor(mode) })
    const version = client.getNegotiatedProtocolVersion()
    expect(version).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
    const { memory } = await store(client, 'The build needs Java 21.')
    const whole = await callTool(client, 'memory_get', { id: memory.id })
    expect(whole.structured).toMatchObject({ host: 'codex' })
    const found = await callTool(client, 'memory_recall', { query: 'Java build' })
    expect(column(found, 'hits', 'id')).toEqual([memory.id])
    expect((await callTool(client, 'memory_count')).structured).toMatchObject({ total: 1 })
    await client.close()
    await waitFor('the server to end', () => !isAlive(pid))
    expect(complaint()).toBe('')
  })

  it('starts from few files and keeps its heap small', async () => {
    writeFileSync(world.path('watch.mjs'), watch)
    const node = ['--import', world.path('watch.mjs'), program, 'mcp']
    const env = { ...world.env, REPORT: world.path('report.json') }
    const server = spawn(process.execPath, node, { cwd: world.project, env, stdio: 'pipe' })
    server.stdin.end()
    expect(await once(server, 'exit')).toEqual([0, null])
    const { files, young } = JSON.parse(readFileSync(env.REPORT, 'utf8'))
    expect(files).toBeGreaterThan(3)
    expect(files).toBeLessThanOrEqual(20)
    expect(young).toBeLessThanOrEqual(2 * 1024 * 1024)
  })

  it.each(negotiations)('is known to hooks as long as its %s client is there', async (mode) => {
    const hasTools = (host: string) => isConnected(world.paths, { host, folder: world.project })
    expect(hasTools('codex')).toBe(false)
    const { client, pid } = await connectStdio(world, { client: clientFor(mode) })
    await client.listTools()
    expect(hasTools('codex')).toBe(true)
    expect(hasTools('claude-code')).toBe(false)
    await client.close()
    await waitFor('the server to end', () => !isAlive(pid))
    expect(readdirSync(world.paths.toolConnections)).toEqual([])
  })

  it('is unknown in a project that is switched off', async () => {
    world.writeConfig({ disabledProjects: ['github.com/acme/widgets'] })
    const { client } = await connectStdio(world, { client: clientFor('legacy') })
    await client.listTools()
    expect(existsSync(world.paths.toolConnections)).toBe(false)
  })

  it('knows what hooks spooled before, with no daemon', async () => {
    const { start, prompt, stop } = sessionPayloads('s1', world.project)
    writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
    writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(1, 'Paint the fence'))
    writeSpoolFile(world.paths.spool, { event: 'Stop' }, stop(1, 'The fence is painted.'))
    const { client } = await connectStdio(world)
    const { structured } = await callTool(client, 'session_get', { id: 's1' })
    expect(structured).toMatchObject({ timeline: [{ prompt: 'Paint the fence' }] })
  })

  it('works for the given folder if a host starts servers elsewhere', async () => {
    const { client } = await connectStdio(world, {
      args: ['--folder', world.project],
      cwd: world.userHome,
    })
    const { memory } = await store(client, 'Widgets are blue.')
    const [project] = world.rows('SELECT name FROM projects WHERE id = ?', memory.scopeId)
    expect(project).toEqual({ name: 'widgets' })
  })

  it('gives the agent the configured guidance', async () => {
    world.writeConfig({ guidance: { variant: 'eager' } })
    const { client } = await connectStdio(world)
    expect(client.getInstructions()).toBe(guidance.eager)
  })

  it('ends with its input, saying nothing but the protocol', async () => {
    const child = spawn(process.execPath, [program, 'mcp'], { cwd: world.project, env: world.env })
    world.watch(child)
    let stdout = ''
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString()
    })
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    child.stdin.write(`not json\n${JSON.stringify(request)}\n`)
    await waitFor('an answer', () => stdout.includes('\n'))
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([0, null])
    const lines = stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { jsonrpc: '2.0', id: 1, result: { serverInfo: { name: 'throughline' } } },
    ])
  })

  it('does not start where Throughline is switched off, and leaves nothing', async () => {
    const env = { THROUGHLINE_ENABLED: '0' }
    const run = await spawnCli(world, ['mcp'], { env })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('switched off')
    expect(existsSync(world.paths.root)).toBe(false)
  })
})

describe('/mcp of the daemon', () => {
  let daemon: RunningDaemon

  beforeEach(async () => {
    daemon = await startDaemon(world)
  })

  const address = () => new URL(`http://127.0.0.1:${daemon.port}/mcp`)

  async function connectHttp(client = newClient(), headers: Record<string, string> = {}) {
    const all = { authorization: `Bearer ${daemon.token}`, ...headers }
    await client.connect(
      new StreamableHTTPClientTransport(address(), { requestInit: { headers: all } }),
    )
    onTestFinished(() => client.close())
    return client
  }

  it.each(negotiations)('serves an agent that negotiates %s', async (mode) => {
    const client = await connectHttp(clientFor(mode))
    const version = client.getNegotiatedProtocolVersion()
    expect(version).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
    expect((await client.listTools()).tools).toHaveLength(11)
    const folder = world.project
    const { memory } = await store(client, 'The build needs Java 21.', { folder })
    const found = await callTool(client, 'memory_recall', { query: 'Java build', folder })
    expect(column(found, 'hits', 'id')).toEqual([memory.id])
    const page = await client.readResource({ uri: `throughline://memory/${memory.id}` })
    expect(page.contents).toMatchObject([{ text: expect.stringContaining('Java 21') }])
    const guide = await client.getPrompt({ name: 'memory-guide', arguments: { variant: 'eager' } })
    expect(guide.messages).toHaveLength(1)
  })

  it('gives the guidance that is configured now, and asks for the folder', async () => {
    expect((await connectHttp()).getInstructions()).toContain(guidance.minimal)
    world.writeConfig({ guidance: { variant: 'eager' } })
    const told = (await connectHttp()).getInstructions()
    expect(told).toBe(
      `${guidance.eager}\nGive folder, your absolute working folder, wherever a tool takes it.`,
    )
  })

  it('answers many agents at once', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => connectHttp()))
    const folder = world.project
    await Promise.all(
      clients.map((client, number) =>
        store(client, `Number ${number} is ${number ** 3}.`, { folder }),
      ),
    )
    const [client] = clients
    const counted = client && (await callTool(client, 'memory_count', { folder }))
    expect(counted?.structured).toMatchObject({ total: 8 })
  })

  it('is closed to a wrong token and to pages of other origins', async () => {
    await expect(connectHttp(newClient(), { authorization: 'Bearer wrong' })).rejects.toThrow(
      'the token is missing or wrong',
    )
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const post = (headers: Record<string, string>) =>
      fetch(address(), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      })
    const authorization = `Bearer ${daemon.token}`
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ authorization })).status).toBe(200)
  })

  it('does not delay a stop by a subscription', async () => {
    const client = await connectHttp(clientFor('auto'))
    await client.listen({ resourcesListChanged: true })
    const startedAt = performance.now()
    expect(await daemon.kill('SIGTERM')).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })
})

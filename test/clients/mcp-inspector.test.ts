/** The MCP Inspector, on its command line, lists and calls every tool of `throughline mcp`. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { tools } from '../../src/entry/mcp/server.ts'
import { sampled } from '../hermetic/long-run.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../support/processes/daemon.ts'
import { testWithClients } from './test-with-clients.ts'

const program = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))

const { test, binaryOf } = await testWithClients('mcp-inspector')
const inspector = binaryOf('mcp-inspector')
let world: World
let daemon: RunningDaemon

beforeAll(async () => {
  world = createWorld()
  daemon = await startDaemon(world)
  const { prompt, stop } = sessionPayloads('s1', world.project)
  writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(1, 'Paint the fence'))
  writeSpoolFile(world.paths.spool, { event: 'Stop' }, stop(1, 'The fence is painted.'))
  await waitFor('the session', () => world.rows('SELECT id FROM turns').length === 1)
})

afterAll(() => world?.close())

const eras = sampled(['modern', 'legacy'], 1)

test.each(eras)('it lists every tool in the %s era and finds no fault in a schema', async (era) => {
  const args = ['--method', 'tools/list', '--strict', '--protocol-era', era]
  const overStdio = toolNames(await inspect(args, stdio()))
  expect(overStdio).toEqual(tools.map(({ name }) => name))
  expect(toolNames(await inspect(args, http()))).toEqual(overStdio)
})

test('it calls the tools', async () => {
  const stored = await call('memory_store', { content: 'The fence is ours.', key: 'fence' })
  const id = z.object({ memory: z.object({ id: z.string() }) }).parse(stored).memory.id
  const turn = String(world.rows('SELECT id FROM turns')[0]?.id)
  const calls: Record<string, object> = {
    memory_recall: { query: 'fence' },
    memory_update: { id, content: 'The fence is ours and green.' },
    memory_list: {},
    memory_get: { key: 'fence' },
    memory_timeline: { id: turn },
    memory_count: {},
    session_recall: { query: 'fence' },
    session_get: { id: 's1' },
    session_learn: {},
    memory_forget: { id },
  }
  expect(['memory_store', ...Object.keys(calls)].sort()).toEqual(
    tools.map(({ name }) => name).sort(),
  )
  for (const [name, args] of sampled(Object.entries(calls), 1)) {
    expect(await call(name, args), name).toBeTypeOf('object')
  }
})

test('it distinguishes a tool’s error from a protocol error', async () => {
  const args = callArguments('memory_get', { id: 'nowhere' })
  await expect(inspect(args, stdio())).rejects.toMatchObject({ code: 5 })
})

const stdio = () => ['--cwd', world.project, ...environment(), process.execPath, program, 'mcp']

const http = () => [
  '--server-url',
  `http://127.0.0.1:${daemon.port}/mcp`,
  '--header',
  `Authorization: Bearer ${daemon.token}`,
]

const environment = () =>
  Object.entries(world.env).flatMap(([name, value]) => ['-e', `${name}=${value}`])

const callArguments = (name: string, args: object) => [
  '--method',
  'tools/call',
  '--tool-name',
  name,
  '--tool-args-json',
  JSON.stringify(args),
]

async function call(name: string, args: object): Promise<unknown> {
  const answer = await inspect(callArguments(name, args), stdio())
  return z.object({ structuredContent: z.unknown() }).parse(answer).structuredContent
}

/** @throws with its exit code when that is not 0 */
async function inspect(args: readonly string[], target: readonly string[]): Promise<unknown> {
  const all = [inspector, '--cli', '--format', 'json', ...args, ...target]
  const { stdout } = await promisify(execFile)(process.execPath, all, {
    cwd: world.folder,
    env: { ...world.env, MCP_INSPECTOR_SECRET_STORE: 'memory' },
  })
  return z.object({ result: z.unknown() }).parse(JSON.parse(stdout)).result
}

function toolNames(listed: unknown): string[] {
  const { tools } = z.object({ tools: z.array(z.object({ name: z.string() })) }).parse(listed)
  return tools.map(({ name }) => name)
}

/** A project that the user names by THROUGHLINE_PROJECT, for hooks, commands and agents alike. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { callTool, column, store } from '../support/processes/mcp-client.ts'
import { connectStdio } from '../support/processes/mcp-stdio.ts'
import { runShim } from '../support/processes/shim.ts'

const env = { THROUGHLINE_PROJECT: 'web shop' }

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

it('is where a session is captured, and where commands and the MCP server of it look', async () => {
  await startDaemon(world)
  const { prompt } = sessionPayloads('s1', world.project)
  await runShim(world, 'UserPromptSubmit', prompt(1, 'Work on the shop'), { env })
  await waitFor('the session', () => world.rows('SELECT * FROM sessions').length === 1)
  const { client } = await connectStdio(world, { env })
  const { memory } = await store(client, 'The shop is deployed with flyctl')
  expect(world.rows('SELECT id FROM projects')).toEqual([{ id: memory.scopeId }])
  expect(world.rows('SELECT project_id FROM sessions')).toEqual([{ project_id: memory.scopeId }])
  const found = await spawnCli(world, ['recall', 'how is the shop deployed'], { env })
  expect(found.stdout).toContain('flyctl')
  const elsewhere = await spawnCli(world, ['recall', 'how is the shop deployed'])
  expect(elsewhere.stdout).not.toContain('flyctl')
})

it('is nobody else’s when the daemon was started with it', async () => {
  const daemon = await startDaemon(world, { env })
  const query = new URLSearchParams({ folder: world.project })
  await spawnCli(world, ['remember', 'Widgets are deployed with flyctl'])
  const listed = await daemon.request(`/api/memories?${query}`)
  expect(await listed.json()).toMatchObject({ total: 1 })
  const { client } = await connectStdio(world)
  expect(column(await callTool(client, 'memory_list'), 'memories', 'content')).toHaveLength(1)
  const projects = world.rows('SELECT identity FROM projects')
  expect(projects).toEqual([{ identity: 'github.com/acme/widgets' }])
})

/** Everybody stores at once: the daemon, two MCP servers and four commands, in one database. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runsOf } from '../hermetic/long-run.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { spawnCli } from '../support/processes/cli.ts'
import { type RunningDaemon, startDaemon } from '../support/processes/daemon.ts'
import { callTool } from '../support/processes/mcp-client.ts'
import { connectStdio } from '../support/processes/mcp-stdio.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

const writes = runsOf(512)
const servers = ['first server', 'second server']
const commands = ['red command', 'green command', 'blue command', 'white command']

const statements = (writer: string, count = writes) =>
  Array.from({ length: count }, (_, number) => `The ${writer} knows fact${number} about shelves`)

/** @returns what it was answered */
async function storeByHttp(daemon: RunningDaemon, contents: string[]): Promise<string[]> {
  const answers: string[] = []
  for (const content of contents) {
    const answer = await daemon.post('/api/memories', { content, folder: world.project })
    answers.push(`${answer.status} ${await answer.text()}`)
  }
  return answers
}

async function storeByMcp(client: Client, contents: string[]): Promise<string[]> {
  const answers: string[] = []
  for (const content of contents) {
    const { isError, text } = await callTool(client, 'memory_store', { content })
    answers.push(`${isError ? 'failed' : 'stored'} ${text}`)
  }
  return answers
}

async function storeByCommand(contents: string[]): Promise<string[]> {
  const { stdout, stderr } = await spawnCli(world, ['remember', '--lines'], {
    input: contents.join('\n'),
  })
  return [...stdout.trim().split('\n'), ...(stderr === '' ? [] : [stderr])]
}

const logs = () =>
  globSync(join(world.paths.logs, '*'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('')

it(`${4 * writes} writes by seven processes are all there, and none of them met a lock`, async () => {
  const daemon = await startDaemon(world)
  const connected = await Promise.all(servers.map(() => connectStdio(world)))
  const byDaemon = statements('daemon')
  const byServer = servers.map((server) => statements(server))
  const byCommand = commands.map((name) => statements(name, writes / commands.length))
  const [fromDaemon, fromServers, fromCommands] = await Promise.all([
    storeByHttp(daemon, byDaemon),
    Promise.all(connected.map(({ client }, index) => storeByMcp(client, byServer[index] ?? []))),
    Promise.all(byCommand.map(storeByCommand)),
  ])
  expect(fromDaemon.filter((answer) => !answer.startsWith('200 {"outcome":"created"'))).toEqual([])
  expect(fromServers.flat().filter((text) => !text.startsWith('stored created: '))).toEqual([])
  expect(fromCommands.flat().filter((line) => !line.startsWith('Remembered as '))).toEqual([])

  const written = [...byDaemon, ...byServer.flat(), ...byCommand.flat()]
  expect(written).toHaveLength(4 * writes)
  const stored = world.rows('SELECT content FROM memories').map(({ content }) => content)
  expect(stored.sort()).toEqual(written.sort())
  const complaints = [daemon, ...connected].map(({ complaint }) => complaint())
  expect([...complaints, logs()].join('')).not.toMatch(/locked|busy/i)
})

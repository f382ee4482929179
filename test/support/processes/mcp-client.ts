/** The official MCP client and our server in this process, on a fresh store. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { beforeEach, expect, onTestFinished } from 'vitest'
import { type Local, openLocal } from '../../../src/compose/local.ts'
import { createMcpServer } from '../../../src/entry/mcp/server.ts'
import type { McpParts } from '../../../src/entry/mcp/tool.ts'
import { sessionPayloads } from '../homes/claude-payloads.ts'
import { createWorld, type World } from '../homes/world.ts'

export interface ToolAnswer {
  readonly isError: boolean
  readonly text: string
  readonly structured: Record<string, unknown> | undefined
}

export interface McpWorld {
  readonly world: World
  readonly local: Local
  /** Logged errors. */
  readonly logged: unknown[]
  /** By default an agent that works in the world's project. */
  connect(changes?: Partial<McpParts>, client?: Client): Promise<Client>
  /** Ingests one turn of a session, as hooks would have sent it. */
  captureTurn(session: string, folder: string, prompt: string, answer: string): Promise<void>
}

/** Removed after the test. */
async function openMcpWorld(): Promise<McpWorld> {
  const world = createWorld()
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  onTestFinished(async () => {
    local.close()
    await world.close()
  })
  const logged: unknown[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (...said: unknown[]) => void logged.push(said),
  }
  return {
    world,
    local,
    logged,
    async connect(changes, client = newClient()) {
      const parts: McpParts = {
        operations: local.operations,
        agentOperations: local.agentOperations,
        version: '1.2.3',
        log,
        hosts: local.hosts,
        guidance: () => local.config().guidance.variant,
        folder: world.project,
        ...changes,
      }
      const [ours, theirs] = InMemoryTransport.createLinkedPair()
      await createMcpServer(parts).connect(ours)
      await client.connect(theirs)
      return client
    },
    async captureTurn(session, folder, prompt, answer) {
      const payloads = sessionPayloads(session, folder)
      const events: [string, object][] = [
        ['SessionStart', payloads.start()],
        ['UserPromptSubmit', payloads.prompt(1, prompt)],
        ['PostToolUse', payloads.toolUse(1, 'toolu_1')],
        ['Stop', payloads.stop(1, answer)],
      ]
      for (const [event, payload] of events) {
        await local.spool.add({ host: 'claude-code', event, cwd: folder }, JSON.stringify(payload))
      }
      await local.drain(new AbortController().signal)
    },
  }
}

/** A fresh one for each test of a file. */
export function eachInMcpWorld(): McpWorld {
  let opened: McpWorld
  beforeEach(async () => {
    opened = await openMcpWorld()
  })
  return {
    get world() {
      return opened.world
    },
    get local() {
      return opened.local
    },
    get logged() {
      return opened.logged
    },
    connect: (...given) => opened.connect(...given),
    captureTurn: (...turn) => opened.captureTurn(...turn),
  }
}

export function newClient(name = 'test'): Client {
  return new Client({ name, version: '1.0.0' })
}

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const answer = await client.callTool({ name, arguments: args })
  const { isError = false, content, structuredContent } = answer
  const texts = content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`))
  const structured = structuredContent as ToolAnswer['structured']
  return { isError, text: texts.join('\n'), structured }
}

export interface Stored {
  readonly outcome: string
  readonly memory: { readonly id: string; readonly scopeId: string }
}

export async function store(
  client: Client,
  content: string,
  more: Record<string, unknown> = {},
): Promise<Stored> {
  const answer = await callTool(client, 'memory_store', { content, ...more })
  expect(answer.isError, answer.text).toBe(false)
  return answer.structured as unknown as Stored
}

/** One field of each item of a list in an answer. */
export function column({ structured, text }: ToolAnswer, list: string, field: string): unknown[] {
  const items = structured?.[list]
  if (!Array.isArray(items)) throw new Error(`no ${list} in the answer: ${text}`)
  return items.map((item: Record<string, unknown>) => item[field])
}

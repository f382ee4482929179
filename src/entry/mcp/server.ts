/** The MCP server: eleven tools, two kinds of resources, two prompts, on the operations of the core. */
import {
  completable,
  createMcpHandler,
  type McpHttpHandler,
  McpServer,
  ResourceTemplate,
  type Variables,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import { operations } from '../../contract/operations/index.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { type GuidanceVariant, guidanceVariants } from '../../contract/vocabulary.ts'
import { guidance, learning } from '../../core/guidance/guidance.ts'
import { visibleText, visibleValue } from '../../core/text/visible-text.ts'
import { memoryTools } from './memory-tools.ts'
import { memoryMarkdown, oneLine } from './present.ts'
import { pageSession, presentNext, sessionMarkdown, sessionTools } from './session-tools.ts'
import {
  callerOf,
  explainError,
  fillFolder,
  type McpParts,
  resourceError,
  type Tool,
} from './tool.ts'

export const tools: readonly Tool[] = [...memoryTools, ...sessionTools]

/** The lists do not change while a server runs. */
const fixed = { listChanged: false }
const brief = { ttlMs: 300_000, cacheScope: 'public' } as const

export function createMcpServer(parts: McpParts): McpServer {
  const server = new McpServer(
    { name: 'throughline', title: 'Throughline', version: parts.version },
    {
      capabilities: { tools: fixed, resources: fixed, prompts: fixed, logging: {} },
      instructions: instructions(parts.guidance(), { isShared: parts.folder === undefined }),
      cacheHints: {
        'tools/list': brief,
        'prompts/list': brief,
        'resources/templates/list': brief,
        'server/discover': brief,
      },
    },
  )
  for (const tool of tools) registerTool(server, tool, parts)
  registerResources(server, parts)
  registerGuide(server, parts)
  registerLearning(server, parts)
  return server
}

/** Over HTTP each request gets a new server, so that no state survives a request. */
export function createHttpHandler(parts: McpParts): McpHttpHandler {
  return createMcpHandler(() => createMcpServer(parts), {
    onerror: (error) => parts.log.warn('an MCP request was refused', { error }),
  })
}

function registerTool(server: McpServer, tool: Tool, parts: McpParts): void {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool
  const config = { title, description, annotations, inputSchema, outputSchema }
  server.registerTool(name, config, async (given, context) => {
    try {
      const { structured, text } = await tool.call(
        fillFolder(tool, given, parts),
        { ...parts.operations, agent: parts.agentOperations },
        callerOf(server, context, parts),
      )
      return { content: [{ type: 'text', text }], structuredContent: structured }
    } catch (error) {
      if (!(error instanceof ThroughlineError)) {
        parts.log.error('a tool failed', { error, tool: name })
        await context.mcpReq.log('error', `${name} failed`)
      }
      return { content: [{ type: 'text', text: explainError(error) }], isError: true }
    }
  })
}

/** How agents learn to use their memory: the server's instructions and a prompt. */
const sharedServer = '\nGive folder, your absolute working folder, wherever a tool takes it.'

/** @param isShared the server has no working folder of its own, so it cannot know the project */
export function instructions(
  variant: GuidanceVariant,
  { isShared }: { isShared: boolean },
): string {
  return isShared ? guidance[variant] + sharedServer : guidance[variant]
}

const variant = completable(
  z.enum(guidanceVariants).describe('minimal: when it matters; eager: without being asked'),
  (typed) => guidanceVariants.filter((name) => name.startsWith(typed ?? '')),
).optional()

function registerGuide(server: McpServer, parts: McpParts): void {
  server.registerPrompt(
    'memory-guide',
    {
      title: 'How to use the memory',
      description: 'When to save and recall, what never to save, which scope and kind',
      argsSchema: z.object({ variant }),
    },
    ({ variant = parts.guidance() }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: guidance[variant] } }],
    }),
  )
}

/** Gives the first unread session with it, so that the agent can begin. */
function registerLearning(server: McpServer, { operations: handlers, folder }: McpParts): void {
  server.registerPrompt(
    'learn',
    {
      title: 'Learn from unread sessions',
      description: 'Read the sessions that no model has read yet, one by one',
      argsSchema: z.object({
        project: z.string().optional().describe('Name of the project; default: this one'),
      }),
    },
    async ({ project }) => {
      const input = parseInput(operations.learnNext.input, { project, folder })
      const next = visibleText(presentNext(await handlers.learnNext(input)))
      const text = `${learning}\n\nThe first session:\n\n${next}`
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
  )
}

const mimeType = 'text/markdown'
const listed = 20

/** Memories and sessions as pages that a client can open by their address. */
function registerResources(server: McpServer, { operations: handlers, folder }: McpParts) {
  const memories = new ResourceTemplate('throughline://memory/{id}', {
    async list() {
      // A client may load what is listed without being asked.
      const given = { folder, limit: listed, standing: 'memory' }
      const input = parseInput(operations.listMemories.input, given)
      const found = await handlers.listMemories(input)
      const own = found.memories.filter(({ trust }) => trust !== 'tool')
      return visibleValue({
        resources: own.map(({ id, kind, key, content }) => ({
          uri: `throughline://memory/${id}`,
          name: key ?? id,
          title: `${kind}: ${oneLine(content, 60)}`,
          mimeType,
        })),
      })
    },
  })
  const about = { title: 'Memory', description: 'A memory with its sources', mimeType }
  server.registerResource('memory', memories, about, (uri, { id }) =>
    readPage(uri, async () => {
      const input = parseInput(operations.getMemory.input, { id: firstOf(id) })
      return memoryMarkdown(await handlers.getMemory(input))
    }),
  )

  const sessions = new ResourceTemplate('throughline://session/{id}', { list: undefined })
  const aboutSession = { title: 'Session', description: 'A session, turn by turn', mimeType }
  server.registerResource('session', sessions, aboutSession, (uri, { id }) =>
    readPage(uri, async () =>
      sessionMarkdown(pageSession(await handlers.getSession({ id: firstOf(id) }), 1)),
    ),
  )
}

const firstOf = (id: Variables[string] | undefined) => (Array.isArray(id) ? id[0] : id) ?? ''

async function readPage(uri: URL, read: () => Promise<string>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: visibleText(await read()) }] }
  } catch (error) {
    throw resourceError(error, uri)
  }
}

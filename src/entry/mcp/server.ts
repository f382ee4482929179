/** The MCP server: ten tools, two kinds of resources, one prompt, on the operations of the core. */
import { createMcpHandler, type McpHttpHandler, McpServer } from '@modelcontextprotocol/server'
import { ThroughlineError } from '../../contract/errors.ts'
import { callerOf, fillFolder } from './caller.ts'
import { explainError } from './errors.ts'
import { instructions, registerGuide } from './guide.ts'
import type { McpParts } from './mcp-parts.ts'
import { memoryTools } from './memory-tools.ts'
import { registerResources } from './resources.ts'
import { sessionTools } from './session-tools.ts'
import type { Tool } from './tool.ts'

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

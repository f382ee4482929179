/** MCP over HTTP: a server for each request, so that none keeps anything between two. */
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { McpParts } from './mcp-parts.ts'
import { createMcpServer } from './server.ts'

export function createHttpHandler(parts: McpParts): McpHttpHandler {
  return createMcpHandler(() => createMcpServer(parts), {
    onerror: (error) => parts.log.warn('an MCP request was refused', { error }),
  })
}

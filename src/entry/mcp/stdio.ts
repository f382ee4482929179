/** MCP over standard input and output: one client, until it closes its end. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { McpParts } from './mcp-parts.ts'
import { createMcpServer } from './server.ts'

export async function serveOverStdio(parts: McpParts): Promise<void> {
  const transport = new StdioServerTransport()
  const closed = Promise.withResolvers<void>()
  const handle = serveStdio(() => createMcpServer(parts), {
    transport,
    onerror: (error) => parts.log.warn('an MCP client was not understood', { error }),
  })
  // The SDK tells nobody else that the client has gone.
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    closed.resolve()
  }
  await closed.promise
  await handle.close()
}

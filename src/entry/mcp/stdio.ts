/** MCP over standard input and output: one client, until it closes its end. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { AnsweringTransport } from './answering-transport.ts'
import type { McpParts } from './mcp-parts.ts'
import { createMcpServer } from './server.ts'

export async function serveOverStdio(
  parts: McpParts,
  transport = new AnsweringTransport(),
): Promise<void> {
  const closed = Promise.withResolvers<void>()
  const handle = serveStdio(() => createMcpServer(parts), {
    transport,
    onerror: (error) => parts.log.warn('an MCP client was not understood', { error }),
  })
  // The SDK tells nobody else what comes in, nor that the client has gone.
  const { onclose, onmessage } = transport
  transport.onmessage = (message) => {
    transport.noteAsked(message)
    onmessage?.(message)
  }
  transport.onclose = () => {
    onclose?.()
    closed.resolve()
  }
  await closed.promise
  await handle.close()
}

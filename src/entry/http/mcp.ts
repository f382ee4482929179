/** `/mcp`: the Model Context Protocol. Loaded by its first request; most daemons never see one. */
import type { Hono } from 'hono'
import type { McpParts } from '../mcp/mcp-parts.ts'
import { readAlready } from './body.ts'
import { limitOpen } from './limit-open.ts'

export interface McpRouteParts extends Omit<McpParts, 'folder'> {
  /** Aborts when the daemon stops, so that open streams do not hold it up. */
  readonly closing: AbortSignal
}

/** A client has a request or two open at a time. */
const mostOpen = 64

export function serveMcp(app: Hono, parts: McpRouteParts): void {
  let handler: ReturnType<typeof load> | undefined
  app.use('/mcp', limitOpen(mostOpen, 'MCP requests'))
  app.all('/mcp', async (context) => {
    handler ??= load(parts)
    return (await handler).fetch(readAlready(context))
  })
}

async function load({ closing, ...parts }: McpRouteParts) {
  const { createHttpHandler } = await import('../mcp/server.ts')
  const handler = createHttpHandler(parts)
  closing.addEventListener('abort', () => void handler.close())
  return handler
}

/** Who calls a tool. */
import {
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { McpParts } from './mcp-parts.ts'

export interface Caller {
  /** The agent whose client it is, where the client says its name and we know it. */
  readonly host: string | undefined
}

const envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) })

/** Clients of 2026 say their name with every request, earlier ones once. */
export function callerOf(
  { server }: McpServer,
  { mcpReq }: ServerContext,
  { hosts }: Pick<McpParts, 'hosts'>,
): Caller {
  const said = envelope.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY]
  const client = (said ?? server.getClientVersion())?.name ?? ''
  return { host: hosts.find(({ mcpClients = [] }) => mcpClients.includes(client))?.name }
}

/** Who calls a tool, and about which folder. */
import { resolve } from 'node:path'
import {
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isAbsolutePath } from '../../core/model/folder-path.ts'
import { isJsonObject } from '../../core/model/json.ts'
import type { McpParts } from './mcp-parts.ts'

export interface ToolCaller {
  /** The agent, where its client gives a name that we know. */
  readonly host: string | undefined
  /** Where its server was started, which no call can change. */
  readonly folder: string | undefined
}

const envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) })

/** Clients of protocol 2026-07-28 send their name with every request, earlier ones once. */
export function callerOf(
  { server }: McpServer,
  { mcpReq }: ServerContext,
  { hosts, folder }: Pick<McpParts, 'hosts' | 'folder'>,
): ToolCaller {
  const said = envelope.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY]
  const client = (said ?? server.getClientVersion())?.name ?? ''
  return { host: hosts.find(({ mcpClients = [] }) => mcpClients.includes(client))?.name, folder }
}

/** Adds the folder the server was started in to a call that names none. */
export function fillFolder(
  { takesFolder }: { readonly takesFolder: boolean },
  given: unknown,
  { folder: home }: Pick<McpParts, 'folder'>,
): unknown {
  if (!isJsonObject(given)) return given
  const { folder, ...rest } = given
  // An agent that gives it with every call does no harm.
  if (!takesFolder) return rest
  if (folder === undefined) return home === undefined ? given : { ...given, folder: home }
  if (typeof folder !== 'string' || home === undefined || isAbsolutePath(folder)) return given
  return { ...given, folder: resolve(home, folder) }
}

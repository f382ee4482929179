/** Recognises our own MCP tools by the exact names that hosts give them: `mcp__throughline__memory_store`. */

/** Whether it is one of our tools that store, change or remove a memory. */
export function isOwnWrite(toolName: string): boolean {
  return ownWrite.test(toolName)
}

/** Whether it is any of our tools. */
export function isOwnTool(toolName: string): boolean {
  return ownTool.test(toolName)
}

/** Cursor leaves out the server's name. */
const server =
  '^(?:mcp__(?:plugin_throughline_)?throughline__|mcp_throughline_|throughline[-_.]|@throughline/|MCP: ?)'
const ownWrite = new RegExp(`${server}memory_(?:store|update|forget)$`)
const ownTool = new RegExp(
  `${server}(?:memory_(?:store|recall|forget|update|list|get|timeline|count)|session_(?:recall|get))$`,
)

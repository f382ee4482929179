/** Recognises our own MCP tools under the names hosts give them: `mcp__throughline__memory_store`. */

/** Whether it is one of our tools that store, change or remove a memory. */
export function isOwnWrite(toolName: string): boolean {
  return ownWrite.test(toolName)
}

/** Whether it is any of our tools. */
export function isOwnTool(toolName: string): boolean {
  return ownTool.test(toolName)
}

/** Some hosts leave out the server's name; another server's tool has a name before its own. */
const ownWrite = /(?:^|throughline\W*_*\W*|^MCP:\s*)memory_(?:store|update|forget)$/i
const ownTool = /(?:^|throughline\W*_*\W*|^MCP:\s*)(?:memory|session)_[a-z]+$/i

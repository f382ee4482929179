/** Our MCP tools that change and remove nothing, so that an agent may use them without asking. */
export const harmlessTools = [
  'memory_store',
  'memory_recall',
  'memory_list',
  'memory_get',
  'memory_timeline',
  'memory_count',
  'session_recall',
  'session_get',
] as const

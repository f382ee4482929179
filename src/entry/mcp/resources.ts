/** Memories and sessions as pages that a client can open by their address. */
import { type McpServer, ResourceTemplate, type Variables } from '@modelcontextprotocol/server'
import { operations } from '../../contract/operations/index.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { visibleText, visibleValue } from '../../core/text/visible-text.ts'
import { resourceError } from './errors.ts'
import { memoryMarkdown, sessionMarkdown } from './markdown.ts'
import type { McpParts } from './mcp-parts.ts'
import { oneLine } from './present.ts'
import { pageSession } from './session-page.ts'

const mimeType = 'text/markdown'
const listed = 20

export function registerResources(server: McpServer, { operations: handlers, folder }: McpParts) {
  const memories = new ResourceTemplate('throughline://memory/{id}', {
    async list() {
      // A client may load what is listed without being asked.
      const given = { folder, limit: listed, standing: 'memory' }
      const input = parseInput(operations.listMemories.input, given)
      const found = await handlers.listMemories(input)
      return visibleValue({
        resources: found.memories.map(({ id, kind, key, content }) => ({
          uri: `throughline://memory/${id}`,
          name: key ?? id,
          title: `${kind}: ${oneLine(content, 60)}`,
          mimeType,
        })),
      })
    },
  })
  const about = { title: 'Memory', description: 'A memory with its sources', mimeType }
  server.registerResource('memory', memories, about, (uri, { id }) =>
    readPage(uri, async () => {
      const input = parseInput(operations.getMemory.input, { id: firstOf(id) })
      return memoryMarkdown(await handlers.getMemory(input))
    }),
  )

  const sessions = new ResourceTemplate('throughline://session/{id}', { list: undefined })
  const aboutSession = { title: 'Session', description: 'A session, turn by turn', mimeType }
  server.registerResource('session', sessions, aboutSession, (uri, { id }) =>
    readPage(uri, async () =>
      sessionMarkdown(pageSession(await handlers.getSession({ id: firstOf(id) }), 1)),
    ),
  )
}

function firstOf(id: Variables[string] | undefined): string {
  return (Array.isArray(id) ? id[0] : id) ?? ''
}

async function readPage(uri: URL, read: () => Promise<string>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: visibleText(await read()) }] }
  } catch (error) {
    throw resourceError(error, uri)
  }
}

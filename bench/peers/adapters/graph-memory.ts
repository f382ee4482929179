/** Two servers with the same tools: a graph of entities, each text an observation of one. */
import { z } from 'zod'
import type { Peer } from '../peer.ts'

const graph = z.object({ entities: z.array(z.object({ name: z.string() })) })

const graphTools: Pick<Peer, 'store' | 'search'> = {
  async store(call, { id, text }) {
    const entity = { name: id, entityType: 'note', observations: [text] }
    await call('create_entities', { entities: [entity] })
    return id
  },
  async search(call, query, limit) {
    const { text } = await call('search_nodes', { query, limit })
    const names = graph.parse(JSON.parse(text)).entities.map(({ name }) => name)
    return { names, characters: text.length }
  },
}

export const serverMemory: Peer = {
  ...graphTools,
  name: 'server-memory',
  package: '@modelcontextprotocol/server-memory',
  note: 'finds the question as one string; no ranking, no limit',
  program: 'dist/index.js',
  env: (home) => ({ MEMORY_FILE_PATH: `${home}/memory.jsonl` }),
}

export const memoryLibsql: Peer = {
  ...graphTools,
  name: 'mcp-memory-libsql',
  package: 'mcp-memory-libsql',
  note: 'finds the words of the question in their order; newest first',
  program: 'dist/index.js',
  env: (home) => ({ LIBSQL_URL: `file:${home}/memory.db` }),
}

import type { Peer } from '../peer.ts'

export const memoryKeeper: Peer = {
  name: 'mcp-memory-keeper',
  package: 'mcp-memory-keeper',
  note: 'semantic search with its built-in vectors, any similarity',
  program: 'dist/index.js',
  async store(call, { id, text }) {
    await call('context_save', { key: id, value: text })
    return id
  },
  async search(call, query, limit) {
    const wanted = { query, topK: limit, minSimilarity: 0 }
    const { text } = await call('context_semantic_search', wanted)
    const names = [...text.matchAll(/^ {3}Key: (n\d+)$/gm)].map(([, name = '']) => name)
    return { names, characters: text.length }
  },
}

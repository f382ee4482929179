import { z } from 'zod'
import type { Peer } from '../peer.ts'

const saved = z.object({ saved: z.string() })
const results = z.object({ results: z.array(z.object({ id: z.string() })) })

/** Its full server needs `iii-engine`, a program that npm does not have. */
export const agentmemory: Peer = {
  name: 'agentmemory',
  package: '@agentmemory/agentmemory',
  note: 'standalone MCP server; finds texts with every word of the question',
  program: 'dist/cli.mjs',
  args: ['mcp'],
  // Nothing listens there, so a full server that happens to run on this machine is not used.
  env: () => ({ AGENTMEMORY_URL: 'http://127.0.0.1:1' }),
  async store(call, { text }) {
    const answer = await call('memory_save', { content: text })
    return saved.parse(JSON.parse(answer.text)).saved
  },
  async search(call, query, limit) {
    const { text } = await call('memory_smart_search', { query, limit })
    const names = results.parse(JSON.parse(text)).results.map(({ id }) => id)
    return { names, characters: text.length }
  },
}

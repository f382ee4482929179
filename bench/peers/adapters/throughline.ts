import { z } from 'zod'
import type { Peer } from '../peer.ts'

const stored = z.object({ memory: z.object({ id: z.string() }) })
const recalled = z.object({ hits: z.array(z.object({ id: z.string() })) })

export const throughline: Peer = {
  name: 'Throughline',
  package: 'throughline',
  note: 'default settings, no daemon',
  program: 'bin/throughline.js',
  args: ['mcp'],
  env: (home) => ({ THROUGHLINE_HOME: `${home}/.throughline` }),
  async store(call, { text }) {
    const { structured } = await call('memory_store', { content: text })
    return stored.parse(structured).memory.id
  },
  async search(call, query, limit) {
    const { text, structured } = await call('memory_recall', { query, limit })
    const names = recalled.parse(structured).hits.map(({ id }) => id)
    return { names, characters: text.length }
  },
}

import type { Peer } from '../peer.ts'
import { titleOf } from './title.ts'

/**
 * Without a topic key it compares each text with those it has, by the score of its full-text search,
 * and drops nearly every one as a duplicate. A key of its own keeps each text.
 */
export const memorix: Peer = {
  name: 'memorix',
  package: 'memorix',
  note: 'full text, no embeddings; a topic key for each text',
  program: 'dist/cli/index.js',
  args: ['serve'],
  env: () => ({ MEMORIX_AUTO_UPDATE: 'off' }),
  async store(call, { id, text }) {
    const said = { title: titleOf(text), narrative: text, topicKey: id }
    const answer = await call('memorix_store', { entityName: id, type: 'discovery', ...said })
    const number = /observation #(\d+)/.exec(answer.text)?.[1]
    if (number === undefined) throw new Error(`memorix did not store ${id}: ${answer.text}`)
    return `obs:${number}`
  },
  async search(call, query, limit) {
    const { text } = await call('memorix_search', { query, limit })
    const names = [...text.matchAll(/^\| (obs:\d+) \|/gm)].map(([, name = '']) => name)
    return { names, characters: text.length }
  },
}

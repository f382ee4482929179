/** What MemPalace keeps: chunks of files in a Chroma database, and facts in a graph. */
import { basename, join } from 'node:path'
import type { ForeignMemorySource } from '../../../core/ports/memory-source.ts'
import { countRows, readTables } from '../../foreign-files/foreign-database.ts'
import { locate, toDatabaseItem } from '../shared/locate.ts'
import { readDrawers } from './drawers.ts'
import { readTriples } from './triples.ts'

const graph = 'knowledge_graph.sqlite3'
const palace = 'chroma.sqlite3'

export const mempalace: ForeignMemorySource = {
  name: 'mempalace',
  displayName: 'MemPalace',
  unit: 'fact',
  async discover({ userHome, path }) {
    const folder = join(userHome, '.mempalace')
    const usual = [join(folder, graph), join(folder, 'palace', palace)]
    const files = await locate(path, usual, (name) => name === graph || name === palace)
    return files.map((file) => toDatabaseItem(file, countRows(file.path, 'triples', 'embeddings')))
  },
  read: ({ path }) =>
    basename(path) === palace
      ? readTables(path, ['embedding_metadata'], readDrawers)
      : readTables(path, ['triples'], readTriples),
}

/** What mem0 keeps, for its libraries in TypeScript and Python and their exports. */
import { basename, join } from 'node:path'
import type { Json } from '../../../core/model/json.ts'
import { objectOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import type { FoundFile } from '../../foreign-files/files.ts'
import { countRows, type ForeignTables, readTables } from '../../foreign-files/foreign-database.ts'
import { isDatabase, locate, toDatabaseItem, toMemoryItem } from '../shared/locate.ts'
import { readExport } from '../shared/read-export.ts'
import { recordsOf } from '../shared/statement.ts'
import { replayHistory } from './replay-history.ts'
import { toImported } from './to-imported.ts'

const stores = ['vectors', 'memory_history', 'history']

export const mem0: ForeignMemorySource = {
  name: 'mem0',
  displayName: 'mem0',
  unit: 'memory',
  async discover({ userHome, folders, path }) {
    const found = await locate(path ?? join(userHome, '.mem0'), [], isStore)
    const beside = path === undefined ? await historiesIn(folders) : []
    const vectors = found.filter((file) => isVectorStore(file.path))
    // The history repeats the store, and earlier values besides.
    const files = vectors.length > 0 ? vectors : [...found, ...beside]
    return files.map((file) =>
      isDatabase(file.path)
        ? toDatabaseItem(file, countRows(file.path, 'vectors'))
        : toMemoryItem(file, { memories: 0 }),
    )
  },
  async *read({ path }) {
    if (isDatabase(path)) yield* readTables(path, stores, readStore)
    else yield* readExported(await readExport(path))
  },
}

/** The TypeScript library keeps its history in the folder it runs in. */
async function historiesIn(folders: readonly string[]): Promise<FoundFile[]> {
  const usual = folders.map((folder) => join(folder, 'memory.db'))
  const files = await locate(undefined, usual, () => false)
  return files.filter((file) => countRows(file.path, 'memory_history') > 0)
}

const isStore = (name: string) => ['vector_store.db', 'history.db', 'memory.db'].includes(name)
const isVectorStore = (path: string) => basename(path) === 'vector_store.db'

function* readStore({ has, each }: ForeignTables): Generator<ImportedMemory | SkippedPart> {
  if (!has('vectors')) {
    yield* replayHistory(each(has('memory_history') ? 'memory_history' : 'history'))
    return
  }
  for (const { id, payload } of each('vectors')) {
    yield toImported(String(id), parsePayload(payload)) ?? { skipped: 'empty memory' }
  }
}

function parsePayload(payload: Json | undefined) {
  try {
    return objectOf(JSON.parse(String(payload)) as Json)
  } catch {
    return {}
  }
}

/** What `getAll` and the platform return. */
function* readExported(exported: Json): Generator<ImportedMemory | SkippedPart> {
  const results = Array.isArray(exported) ? exported : objectOf(exported).results
  if (!Array.isArray(results)) throw new Error('not a mem0 export')
  for (const { id, memory, metadata, ...rest } of recordsOf(results)) {
    const payload = { ...objectOf(metadata), ...rest, data: memory ?? rest.data ?? null }
    yield toImported(String(id), payload) ?? { skipped: 'empty memory' }
  }
}

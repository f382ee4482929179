/** mem0: the stores of its libraries in TypeScript and Python, and their exports. */
import { basename, join } from 'node:path'
import { type Json, objectOf, parseJson, timeOf } from '../../core/model/json.ts'
import type {
  ForeignMemorySource,
  ForeignPlace,
  ImportedMemory,
} from '../../core/ports/memory-source.ts'
import type { FoundFile } from '../foreign-files/files.ts'
import { countRows, type ForeignRecord } from '../foreign-files/foreign-database.ts'
import {
  createRecordSource,
  isDatabase,
  locate,
  type Part,
  type Records,
  recordReader,
  toDatabaseItem,
  toMemoryItem,
} from './record-source.ts'
import { firstText } from './statement.ts'

const records = createRecordSource({
  name: 'mem0',
  displayName: 'mem0',
  unit: 'memory',
  usual: () => [],
  isStore,
  lists: ['vectors', 'memory_history', 'history', 'results'],
  bareList: 'results',
  isNot: 'not a mem0 export',
  *parts(store) {
    if (store.has('vectors')) yield* readVectors(store)
    else if (store.has('results')) yield* readResults(store)
    else yield* replayHistory(store.each('memory_history', 'history'))
  },
})

export const mem0: ForeignMemorySource = {
  ...records,
  async discover({ userHome, folders, path }) {
    const found = await locate(path ?? join(userHome, '.mem0'), [], isStore)
    const beside = path === undefined ? await historiesIn(folders) : []
    const vectors = found.filter((file) => basename(file.path) === 'vector_store.db')
    // The history repeats the store and adds earlier values.
    const files = vectors.length > 0 ? vectors : [...found, ...beside]
    return files.map((file) =>
      isDatabase(file.path)
        ? toDatabaseItem(file, countRows(file.path, 'vectors'))
        : toMemoryItem(file, { memories: 0 }),
    )
  },
}

function isStore(name: string): boolean {
  return ['vector_store.db', 'history.db', 'memory.db'].includes(name)
}

/** The TypeScript library keeps its history in the folder it runs in. */
async function historiesIn(folders: readonly string[]): Promise<FoundFile[]> {
  const usual = folders.map((folder) => join(folder, 'memory.db'))
  const files = await locate(undefined, usual, () => false)
  return files.filter((file) => countRows(file.path, 'memory_history') > 0)
}

/** Keys are camel case in TypeScript, snake case in Python. */
const readMemory = recordReader({
  noun: 'memory',
  text: ['data', 'memory'],
  kind: ['category', 'kind', 'type'],
  createdAt: ['createdAt', 'created_at'],
  updatedAt: ['updatedAt', 'updated_at'],
  session: ['run_id', 'runId'],
})

function* readVectors({ each }: Records): Generator<Part> {
  for (const { id, payload } of each('vectors')) {
    const memory = { ...objectOf(parseJson(payload)), id: id ?? null }
    yield readMemory(memory, { place: placeOf(memory) })
  }
}

/** Reads what `getAll` and the hosted platform return. */
function* readResults({ each }: Records): Generator<Part> {
  for (const { memory, metadata, ...rest } of each('results')) {
    const data: Json = memory ?? rest.data ?? null
    const record = { ...objectOf(metadata), ...rest, data }
    yield readMemory(record, { place: placeOf(record) })
  }
}

/** Takes the project from the caller's own metadata, else from the widest scope. */
function placeOf(payload: ForeignRecord): ForeignPlace {
  const name = firstText(payload, 'project')
  if (name !== undefined) return { kind: 'project', name }
  if (firstText(payload, 'user_id', 'userId') !== undefined) return { kind: 'global' }
  const agent = firstText(payload, 'agent_id', 'agentId')
  if (agent !== undefined) return { kind: 'agent', name: agent }
  const session = firstText(payload, 'run_id', 'runId')
  return session === undefined ? { kind: 'unknown' } : { kind: 'project' }
}

interface Replayed {
  content: string
  createdAt: string | undefined
  updatedAt: string | undefined
  isDeleted: boolean
}

/** If only the history exists, its last value is what mem0 remembers. */
function* replayHistory(rows: Iterable<ForeignRecord>): Generator<ImportedMemory> {
  const memories = new Map<string, Replayed>()
  for (const row of rows) {
    const id = firstText(row, 'memory_id')
    if (id !== undefined) memories.set(id, replay(memories.get(id), row))
  }
  for (const [id, { content, createdAt, updatedAt, isDeleted }] of memories) {
    if (content === '') continue
    const place = { kind: 'unknown' } as const
    const base = { id, origin: `memory ${id}`, kind: 'fact', author: 'other', place } as const
    yield { ...base, content, createdAt, updatedAt, isSuperseded: isDeleted }
  }
}

function replay(before: Replayed | undefined, row: ForeignRecord): Replayed {
  const isDeleted = firstText(row, 'event', 'action') === 'DELETE' || row.is_deleted === 1
  const said = firstText(row, 'new_memory', 'new_value')
  return {
    content: said ?? before?.content ?? '',
    createdAt: before?.createdAt ?? timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at) ?? before?.updatedAt,
    isDeleted,
  }
}

/** Vectors in an ordinary table, so that writing and forgetting need no extension. */

import type { DocumentType } from '../../../core/model/search-document.ts'
import type { Clock } from '../../../core/ports/runtime.ts'
import type {
  NearDocument,
  PendingDocument,
  SearchFilter,
  SettledDocument,
  VectorCounts,
  VectorIndex,
  VectorModel,
} from '../../../core/ports/search-index.ts'
import { toCursor } from '../../feed-cursor.ts'
import type { Database } from '../connection/database.ts'
import type { Row } from '../connection/statement.ts'
import { hasLaterChange, moveCursor } from '../history/change-feed.ts'
import { type Check, runChecks } from './search-index.ts'
import { filterSql } from './search-queries.ts'
import type { VectorConnection } from './vector-connection.ts'

export interface VectorIndexParts {
  /** The database file, for the connection that searches. */
  readonly file: string
  readonly clock: Clock
}

export function createVectorIndex(database: Database, parts: VectorIndexParts): VectorIndex {
  let searching: Promise<VectorConnection> | undefined
  const connect = async () => {
    const { openVectorConnection } = await import('./vector-connection.ts')
    return openVectorConnection(parts.file)
  }
  const connection = () => {
    searching ??= connect().catch((error: unknown) => {
      searching = undefined
      throw error
    })
    return searching
  }
  return {
    useModel: (model) =>
      database.transaction(() => {
        if (isSame(readModel(database), model)) return
        database.run('DELETE FROM vector_model')
        const { model: name, dimensions } = model
        database.insert('vector_model', { only: 1, model: name, dimensions })
        moveCursor(database, consumer, 0)
      }),
    model: async () => readModel(database),
    async pending(limit) {
      const rows = `${pendingSql} ORDER BY c.sequence LIMIT ?`
      return database.list<StoredPending>(rows, limit).map(toPending)
    },
    async settle(settled) {
      await database.transaction(() => {
        const at = parts.clock.now().toISOString()
        for (const document of settled) settle(database, document, at)
        const last = Math.max(...settled.map(({ cursor }) => Number(cursor)))
        if (settled.length > 0) moveCursor(database, consumer, last)
      })
    },
    async nearest(values, filter, limit) {
      const model = readModel(database)
      if (!model || model.dimensions !== values.length) return []
      return findNearest(await connection(), { values, model, filter, limit })
    },
    async compare(values, documents, reach) {
      const model = readModel(database)
      if (!model || model.dimensions !== values.length || documents.length === 0) return []
      const { all } = await connection()
      const found = all(
        `SELECT asked.value ->> 'type' AS type, asked.value ->> 'id' AS id, 0 AS offset, ${distance}
         FROM json_each(?) AS asked CROSS JOIN vectors AS v
         ON v.type = asked.value ->> 'type' AND v.id = asked.value ->> 'id' WHERE ${comparable}
         UNION ALL SELECT 'turn', d.id, n.position - d.position, ${distance}
         FROM json_each(?) AS asked CROSS JOIN search_documents AS d
         ON d.type = 'turn' AND d.type = asked.value ->> 'type' AND d.id = asked.value ->> 'id'
         CROSS JOIN search_documents AS n ON n.session_id = d.session_id AND n.type = 'turn'
         AND n.position BETWEEN d.position - ? AND d.position + ? AND n.position <> d.position
         CROSS JOIN vectors AS v ON v.type = 'turn' AND v.id = n.id WHERE ${comparable}`,
        toBytes(values),
        JSON.stringify(documents),
        ...[model.model, model.dimensions],
        toBytes(values),
        JSON.stringify(documents),
        ...[reach, reach, model.model, model.dimensions],
      )
      return found.map((row) => ({ ...toNearDocument(row), offset: Number(row.offset) }))
    },
    async ofMemories(ids) {
      const found = database.list<{ id: string; embedding: Uint8Array }>(
        `SELECT v.id, v.embedding FROM json_each(?) AS asked JOIN vectors AS v
         ON v.type = 'memory' AND v.id = asked.value JOIN vector_model USING (model, dimensions)`,
        JSON.stringify(ids),
      )
      return new Map(
        found.map(({ id, embedding: { buffer, byteOffset, byteLength } }) => [
          id,
          new Int8Array(buffer, byteOffset, byteLength),
        ]),
      )
    },
    async counts() {
      const stored = database.find<Omit<VectorCounts, 'pending'>>(
        `SELECT count(*) AS embedded, coalesce(sum(length(embedding)), 0) AS bytes FROM vectors
         JOIN vector_model USING (model, dimensions)`,
      )
      const pending = database.number(`SELECT count(*) FROM (${pendingSql})`)
      return { ...(stored ?? { embedded: 0, bytes: 0 }), pending }
    },
    restart: () =>
      database.transaction(() => {
        database.run('DELETE FROM vectors')
        moveCursor(database, consumer, 0)
      }),
    clear: () =>
      database.transaction(() => {
        database.exec('DELETE FROM vectors; DELETE FROM vector_model')
      }),
    removeOrphans: () =>
      database.transaction(() => database.run(`DELETE FROM vectors ${orphaned}`)),
    check: async () => runChecks(database, checks),
    close() {
      void searching?.then(
        (open) => open.close(),
        () => undefined,
      )
      searching = undefined
    },
  }
}

const orphaned = `WHERE NOT EXISTS (SELECT 1 FROM search_documents AS d
  WHERE d.type = vectors.type AND d.id = vectors.id)`

const consumer = 'vectors'

/** Only up to the search index's cursors, because the index has the texts. Empty without a model. */
const pendingSql = `
  SELECT c.sequence, d.type, d.id, t.text, v.content_hash FROM vector_model AS used
  CROSS JOIN changes AS c ON c.sequence > coalesce(
    (SELECT sequence FROM change_cursors WHERE consumer = '${consumer}'), 0)
  CROSS JOIN search_documents AS d ON d.type = c.subject AND d.id = c.id
  CROSS JOIN search_texts AS t ON t.row = d.row
  LEFT JOIN vectors AS v ON v.type = d.type AND v.id = d.id
    AND v.model = used.model AND v.dimensions = used.dimensions
  WHERE c.subject IN ('memory', 'turn', 'session')
  AND c.sequence <= coalesce((SELECT sequence FROM change_cursors
    WHERE consumer = iif(c.subject = 'memory', 'memory-index', 'history-index')), 0)
  AND NOT ${hasLaterChange('c')}`

function settle(database: Database, document: SettledDocument, at: string): void {
  const { vector, type, id, cursor } = document
  if (!vector || !isSame(readModel(database), vector)) return
  const isCurrent = database.has(
    `SELECT 1 FROM changes AS c JOIN search_documents AS d ON d.type = c.subject AND d.id = c.id
     WHERE c.sequence = ? AND c.subject = ? AND c.id = ? AND NOT ${hasLaterChange('c')}`,
    Number(cursor),
    type,
    id,
  )
  if (!isCurrent) return
  const { model, dimensions, values } = vector
  const contentHash = Buffer.from(vector.contentHash, 'hex')
  const stored = { contentHash, embeddedAt: at, embedding: toBytes(values) }
  database.put('vectors', { type, id, model, dimensions, ...stored })
}

function readModel(database: Database): VectorModel | undefined {
  return database.find('SELECT model, dimensions FROM vector_model')
}

const isSame = (a: VectorModel | undefined, b: VectorModel) =>
  a?.model === b.model && a.dimensions === b.dimensions

type StoredPending = Omit<PendingDocument, 'cursor' | 'knownHash'> & {
  readonly sequence: number
  readonly contentHash: Uint8Array | undefined
}

function toPending({ sequence, contentHash, ...document }: StoredPending): PendingDocument {
  const knownHash = contentHash && Buffer.from(contentHash).toString('hex')
  return { ...document, cursor: toCursor(sequence), knownHash }
}

const checks: readonly Check[] = [
  [
    'SELECT count(*) FROM vectors WHERE length(embedding) <> dimensions',
    (count) => `${count} vectors have the wrong length`,
  ],
  [`SELECT count(*) FROM vectors ${orphaned}`, (count) => `${count} vectors belong to no document`],
]

interface VectorQuestion {
  readonly values: Float32Array
  readonly model: VectorModel
  readonly filter: SearchFilter
  readonly limit: number
}

const overfetch = 8

const distance = 'vec_distance_cosine(vec_int8(v.embedding), vec_int8(?)) AS distance'
const comparable = 'v.model = ? AND v.dimensions = ?'
const document = 'search_documents AS d ON d.type = v.type AND d.id = v.id'

/**
 * Compares all vectors: 140 ms for 100,000 with 384 dimensions. Filtering every document would
 * double that, so only the nearest are filtered. If too few pass, the filter is narrow and
 * filtering first is quick.
 */
function findNearest(connection: VectorConnection, question: VectorQuestion): NearDocument[] {
  const { values, model, filter, limit } = question
  const { sql, values: filterValues } = filterSql(filter)
  const vector = [toBytes(values), model.model, model.dimensions]
  const best = connection.all(
    `SELECT v.type, v.id, v.distance, d.row IS NOT NULL AS passes FROM (
       SELECT v.type, v.id, ${distance} FROM vectors AS v WHERE ${comparable}
       ORDER BY distance, v.type, v.id LIMIT ?) AS v
     LEFT JOIN ${document}${sql} ORDER BY v.distance, v.type, v.id`,
    ...vector,
    limit * overfetch,
    ...filterValues,
  )
  const passing = best.filter(({ passes }) => passes === 1)
  if (passing.length >= limit || best.length < limit * overfetch) {
    return passing.slice(0, limit).map(toNearDocument)
  }
  const filtered = connection.all(
    `SELECT v.type, v.id, ${distance} FROM search_documents AS d
     CROSS JOIN vectors AS v ON v.type = d.type AND v.id = d.id WHERE ${comparable}${sql}
     ORDER BY distance, v.type, v.id LIMIT ?`,
    ...vector,
    ...filterValues,
    limit,
  )
  return filtered.map(toNearDocument)
}

function toNearDocument({ type, id, distance }: Row): NearDocument {
  return { type: type as DocumentType, id: String(id), similarity: 1 - Number(distance) }
}

/**
 * One byte per dimension: a quarter of the size, and 98 or 99 of the 100 nearest among 100,000
 * random vectors stay the same. Each is scaled by its largest value, which the cosine ignores.
 */
export function toBytes(values: Float32Array): Uint8Array {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  const scale = largest === 0 ? 0 : 127 / largest
  return new Uint8Array(Int8Array.from(values, (value) => Math.round(value * scale)).buffer)
}

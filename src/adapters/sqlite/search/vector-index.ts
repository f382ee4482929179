/** Vectors in an ordinary table, so that writing and forgetting need no extension. */

import type { DocumentKey, DocumentType } from '../../../core/model/search-document.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type {
  PendingDocument,
  SettledDocument,
  StoredVector,
  VectorIndex,
  VectorModel,
} from '../../../core/ports/vector-index.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow } from '../connection/rows.ts'
import { hasLaterChange, toCursor } from '../history/change-feed.ts'
import type { VectorConnection } from './vector-connection.ts'
import { findNearest, toBytes } from './vector-search.ts'

export interface VectorIndexParts {
  /** The database's file: neighbours are looked for on a second connection. */
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
        insertRow(database, 'vector_model', { only: 1, model: name, dimensions })
        moveCursor(database, 0)
      }),
    model: async () => readModel(database),
    async pending(limit) {
      return database.all(`${pendingSql} ORDER BY c.sequence LIMIT ?`, limit).map(toPending)
    },
    async settle(settled) {
      await database.transaction(() => {
        const at = parts.clock.now().toISOString()
        for (const document of settled) settle(database, document, at)
        const last = settled
          .map(({ cursor }) => cursor)
          .sort()
          .at(-1)
        if (last !== undefined) moveCursor(database, Number(last))
      })
    },
    async nearest(values, filter, limit) {
      const model = readModel(database)
      if (!model || model.dimensions !== values.length) return []
      return findNearest(await connection(), { values, model, filter, limit })
    },
    async counts() {
      const vectors = database.get(
        `SELECT count(*) AS embedded, coalesce(sum(length(embedding)), 0) AS bytes FROM vectors
         JOIN vector_model USING (model, dimensions)`,
      )
      const queue = database.get(`SELECT count(*) AS pending FROM (${pendingSql})`)
      return {
        embedded: Number(vectors?.embedded),
        bytes: Number(vectors?.bytes),
        pending: Number(queue?.pending),
      }
    },
    restart: () =>
      database.transaction(() => {
        database.run('DELETE FROM vectors')
        moveCursor(database, 0)
      }),
    clear: () =>
      database.transaction(() => {
        for (const table of ['vectors', 'vector_model']) {
          database.run(`DELETE FROM ${table}`)
        }
      }),
    removeOrphans: () =>
      database.transaction(() => database.run(`DELETE FROM vectors ${orphaned}`)),
    check: async () => checkVectors(database),
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

/** As far as the search index has come: what it lacks has no text yet. Nothing without a model. */
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
  const present = database.get(
    `SELECT 1 FROM changes AS c JOIN search_documents AS d ON d.type = c.subject AND d.id = c.id
     WHERE c.sequence = ? AND c.subject = ? AND c.id = ? AND NOT ${hasLaterChange('c')}`,
    Number(cursor),
    type,
    id,
  )
  if (present) insertRow(database, 'vectors', vectorColumns(document, vector, at), replacing)
}

function moveCursor(database: Database, sequence: number): void {
  const row = { consumer, sequence }
  const replacingCursor = 'ON CONFLICT DO UPDATE SET sequence = excluded.sequence'
  insertRow(database, 'change_cursors', row, replacingCursor)
}

const replacing = `ON CONFLICT (type, id) DO UPDATE SET model = excluded.model,
  dimensions = excluded.dimensions, content_hash = excluded.content_hash,
  embedded_at = excluded.embedded_at, embedding = excluded.embedding`

function vectorColumns({ type, id }: DocumentKey, vector: StoredVector, at: string): Row {
  return {
    type,
    id,
    model: vector.model,
    dimensions: vector.dimensions,
    content_hash: Buffer.from(vector.contentHash, 'hex'),
    embedded_at: at,
    embedding: toBytes(vector.values),
  }
}

function readModel(database: Database): VectorModel | undefined {
  const row = database.get('SELECT model, dimensions FROM vector_model')
  return row && { model: String(row.model), dimensions: Number(row.dimensions) }
}

const isSame = (a: VectorModel | undefined, b: VectorModel) =>
  a?.model === b.model && a.dimensions === b.dimensions

function toPending({ sequence, type, id, text, content_hash }: Row): PendingDocument {
  return {
    cursor: toCursor(Number(sequence)),
    type: type as DocumentType,
    id: String(id),
    text: String(text),
    knownHash:
      content_hash instanceof Uint8Array ? Buffer.from(content_hash).toString('hex') : undefined,
  }
}

const contradictions: readonly [sql: string, finding: (count: number) => string][] = [
  [
    'SELECT count(*) AS count FROM vectors WHERE length(embedding) <> dimensions',
    (count) => `${count} vectors are not as long as they say`,
  ],
  [
    `SELECT count(*) AS count FROM vectors WHERE NOT EXISTS (
       SELECT 1 FROM search_documents AS d WHERE d.type = vectors.type AND d.id = vectors.id)`,
    (count) => `${count} vectors belong to no document`,
  ],
]

function checkVectors(database: Database): string[] {
  return contradictions.flatMap(([sql, finding]) => {
    const count = Number(database.get(sql)?.count)
    return count > 0 ? [finding(count)] : []
  })
}

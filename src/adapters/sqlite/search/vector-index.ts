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
import { toBytes } from './vector-bytes.ts'
import { checkVectors } from './vector-check.ts'
import type { VectorConnection } from './vector-connection.ts'
import { findNearest } from './vector-search.ts'

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
        queueAll(database)
      }),
    model: async () => readModel(database),
    async pending(limit) {
      return database.all(pendingSql, limit).map(toPending)
    },
    async settle(settled) {
      await database.transaction(() => {
        const at = parts.clock.now().toISOString()
        for (const document of settled) settle(database, document, at)
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
      const queue = database.get('SELECT count(*) AS pending FROM vector_queue')
      return {
        embedded: Number(vectors?.embedded),
        bytes: Number(vectors?.bytes),
        pending: Number(queue?.pending),
      }
    },
    restart: () =>
      database.transaction(() => {
        database.run('DELETE FROM vectors')
        if (readModel(database)) queueAll(database)
      }),
    clear: () =>
      database.transaction(() => {
        for (const table of ['vectors', 'vector_queue', 'vector_model']) {
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

const pendingSql = `SELECT q.ticket, d.type, d.id, t.text, v.content_hash FROM vector_queue AS q
  CROSS JOIN search_documents AS d ON d.row = q.row
  CROSS JOIN search_texts AS t ON t.row = q.row
  LEFT JOIN vectors AS v ON v.type = d.type AND v.id = d.id
    AND (v.model, v.dimensions) = (SELECT model, dimensions FROM vector_model)
  ORDER BY q.row DESC LIMIT ?`

/** As the trigger `vectors_wait` does it for one. */
function queueAll(database: Database): void {
  database.run('DELETE FROM vector_queue')
  database.run(
    "INSERT INTO vector_queue (row) SELECT row FROM search_documents WHERE type <> 'tool-event'",
  )
}

function settle(database: Database, document: SettledDocument, at: string): void {
  const isWaiting = database.run('DELETE FROM vector_queue WHERE ticket = ?', document.ticket) > 0
  const { vector } = document
  if (isWaiting && vector && isSame(readModel(database), vector)) {
    insertRow(database, 'vectors', vectorColumns(document, vector, at), replacing)
  }
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

function toPending({ ticket, type, id, text, content_hash }: Row): PendingDocument {
  return {
    ticket: Number(ticket),
    type: type as DocumentType,
    id: String(id),
    text: String(text),
    knownHash:
      content_hash instanceof Uint8Array ? Buffer.from(content_hash).toString('hex') : undefined,
  }
}

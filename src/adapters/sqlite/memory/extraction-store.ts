/** Stores the progress of extraction, and origins. */
import type {
  ElementOrigin,
  ExtractionState,
  ExtractionStore,
  OriginStore,
} from '../../../core/ports/extraction-store.ts'
import { sha256 } from '../../ids.ts'
import type { Database } from '../connection/database.ts'

export function createExtractionStore(database: Database): ExtractionStore {
  return {
    async addItem(sessionId, contentHash) {
      const row = { sessionId, contentHash: Buffer.from(contentHash, 'hex') }
      return database.insert('extracted_items', row, 'ON CONFLICT DO NOTHING') > 0
    },
    dropped: async () =>
      database.texts('SELECT words FROM dropped_candidates').map((words) => JSON.parse(words)),
    async addDropped(memoryId, words) {
      database.put('dropped_candidates', { memoryId, words: JSON.stringify(words) })
    },
    async removeDropped(memoryId) {
      database.run('DELETE FROM dropped_candidates WHERE memory_id = ?', memoryId)
    },
    async advance(sessionId, progress, at) {
      const { turnsThrough = 0, readThrough = 0, settledThrough = 0, readBy } = progress
      database.insert(
        'extraction_states',
        { sessionId, turnsThrough, readThrough, settledThrough, readBy, updatedAt: at },
        `ON CONFLICT DO UPDATE SET turns_through = max(turns_through, excluded.turns_through),
           read_through = max(read_through, excluded.read_through),
           settled_through = max(settled_through, excluded.settled_through),
           read_by = coalesce(excluded.read_by, read_by), updated_at = excluded.updated_at`,
      )
    },
    async state(sessionId) {
      const state = database.find<ExtractionState>(
        `SELECT turns_through, read_through, settled_through, read_by FROM extraction_states
         WHERE session_id = ?`,
        sessionId,
      )
      return state ?? { turnsThrough: 0, readThrough: 0, settledThrough: 0, readBy: undefined }
    },
    async countItems(sessionId) {
      const count =
        'SELECT count(*) AS items FROM extracted_items WHERE ?1 IS NULL OR session_id = ?1'
      return database.find<{ items: number }>(count, sessionId)?.items ?? 0
    },
  }
}

const origins: readonly ElementOrigin[] = ['user', 'project', 'foreign', 'ordered']

/** Rows of eight bytes. The key is part of a hash, so the table reveals nothing by itself. */
export function createOriginStore(database: Database): OriginStore {
  return {
    async originsOf(keys) {
      const byHash = new Map(keys.map((key) => [hashOf(key), key]))
      const rows = database.list<{ key: number; origin: number }>(
        'SELECT key, origin FROM element_origins WHERE key IN (SELECT value FROM json_each(?))',
        JSON.stringify([...byHash.keys()]),
      )
      return new Map(
        rows.map(({ key, origin }) => [byHash.get(key) ?? '', origins[origin] ?? 'foreign']),
      )
    },
    async note(keys, origin) {
      if (keys.length === 0) return 0
      return database.run(
        `INSERT INTO element_origins (key, origin) SELECT value, ?2 FROM json_each(?1) WHERE true
         ON CONFLICT (key) DO UPDATE SET origin = excluded.origin
         WHERE (excluded.origin = 0 AND origin <> 0) OR (excluded.origin = 3 AND origin = 2)`,
        JSON.stringify([...new Set(keys.map(hashOf))]),
        origins.indexOf(origin),
      )
    },
  }
}

/** 48 bits fit in a number. */
const hashOf = (key: string) => Number.parseInt(sha256(key).slice(0, 12), 16)

/** The account of extraction as rows, written together with the memories. */
import type { ExtractionTransaction } from '../../../core/ports/extraction-store.ts'
import type { Database } from '../connection/database.ts'
import { insertRow } from '../connection/rows.ts'

export function createExtractionStore(database: Database): ExtractionTransaction {
  return {
    async addItem(sessionId, contentHash) {
      const row = { session_id: sessionId, content_hash: Buffer.from(contentHash, 'hex') }
      return insertRow(database, 'extracted_items', row, 'ON CONFLICT DO NOTHING') > 0
    },
    async markJudged({ sessionId, windowHash, at, model, ...judged }) {
      insertRow(
        database,
        'extractions',
        {
          session_id: sessionId,
          window_hash: windowHash,
          extracted_at: at,
          model: model ?? null,
          ...judged,
        },
        `ON CONFLICT DO UPDATE SET judge = excluded.judge, model = excluded.model,
           items = excluded.items, extracted_at = excluded.extracted_at`,
      )
    },
    async advance(sessionId, { turnsThrough = 0, deepThrough = 0 }, at) {
      insertRow(
        database,
        'extraction_states',
        {
          session_id: sessionId,
          turns_through: turnsThrough,
          deep_through: deepThrough,
          updated_at: at,
        },
        `ON CONFLICT DO UPDATE SET turns_through = max(turns_through, excluded.turns_through),
           deep_through = max(deep_through, excluded.deep_through), updated_at = excluded.updated_at
         WHERE excluded.turns_through > turns_through OR excluded.deep_through > deep_through`,
      )
    },
    async state(sessionId) {
      const row = database.get('SELECT * FROM extraction_states WHERE session_id = ?', sessionId)
      return {
        turnsThrough: Number(row?.turns_through ?? 0),
        deepThrough: Number(row?.deep_through ?? 0),
      }
    },
    async isJudged(sessionId, windowHash) {
      const row = database.get(
        'SELECT 1 FROM extractions WHERE session_id = ? AND window_hash = ?',
        sessionId,
        windowHash,
      )
      return row !== undefined
    },
    async totals(sessionId) {
      const row = database.get(
        `SELECT count(*) AS windows, coalesce(sum(items), 0) AS items FROM extractions
         WHERE ?1 IS NULL OR session_id = ?1`,
        sessionId ?? null,
      )
      return { windows: Number(row?.windows), items: Number(row?.items) }
    },
  }
}

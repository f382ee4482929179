/** Searches every row that contains captured or learned text, a few rows at a time. */
import type { PurgePosition, PurgeStep, TextPurge } from '../../../core/ports/deletion.ts'
import type { Database } from '../connection/database.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { type PurgeTools, purgeTables } from './purge-tables.ts'

/** At 2 KB per row on average, a step takes a few milliseconds. */
const rowsAtOnce = 200

export function createTextPurge(database: Database, changes: ChangeRecorder): TextPurge {
  const step = (tools: PurgeTools, from: PurgePosition | undefined, writes: boolean): PurgeStep => {
    const { step: number, after } = from ?? { step: 0, after: [] }
    const table = purgeTables[number]
    if (!table) return { found: {}, next: undefined }
    const rows = database.all(table.page(after.length > 0), ...after, rowsAtOnce)
    const hits = rows.filter((row) => table.holds(row, tools))
    if (writes && hits.length > 0) {
      database.overwriteDeleted()
      for (const row of hits) table.replace(row, tools)
    }
    const last = rows.at(-1)
    const isMore = last !== undefined && rows.length === rowsAtOnce
    return {
      found: hits.length > 0 ? { [table.place]: hits.length } : {},
      next: isMore
        ? { step: number, after: table.keyOf(last) }
        : number + 1 < purgeTables.length
          ? { step: number + 1, after: [] }
          : undefined,
    }
  }
  return {
    find: async (text, from) => step(toolsFor(database, changes, text, ''), from, false),
    replace: async (text, marker, from) =>
      step(toolsFor(database, changes, text, marker), from, true),
  }
}

function toolsFor(
  database: Database,
  changes: ChangeRecorder,
  text: string,
  marker: string,
): PurgeTools {
  const escaped = JSON.stringify(text).slice(1, -1)
  return { database, changes, text, marker, escaped }
}

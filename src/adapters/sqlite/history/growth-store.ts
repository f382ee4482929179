/** Growth per day, and the disk space of each kind of data. */
import type { GrowthDay, GrowthStore, StoragePart } from '../../../core/ports/growth-store.ts'
import type { Database } from '../connection/database.ts'
import { databaseBytes } from '../connection/integrity.ts'
import { createHotspotReader } from './hotspots.ts'

type Figure = Exclude<keyof GrowthDay, 'day'>

interface Counting {
  /** The column that decides on which day a row counts. */
  readonly at: string
  readonly rows: string
  readonly sum?: string
}

/** ?1 is the UTC offset, ?2 the start, ?3 the project. */
const ofProject = '(?3 IS NULL OR project_id = ?3)'
const ofScope = "(?3 IS NULL OR (scope = 'project' AND scope_id = ?3))"

const countings: Record<Figure, Counting> = {
  learned: { at: 'created_at', rows: `memories WHERE standing = 'memory' AND ${ofScope}` },
  superseded: { at: 'valid_to', rows: `memories WHERE standing = 'memory' AND ${ofScope}` },
  forgotten: { at: 'forgotten_at', rows: `memory_tombstones WHERE ${ofScope}` },
  sessions: { at: 'started_at', rows: `sessions WHERE ${ofProject}` },
  turns: {
    at: 'turns.started_at',
    rows: `turns JOIN sessions ON sessions.id = session_id WHERE ${ofProject}`,
  },
  tokensInjected: { at: 'at', rows: `injections WHERE ${ofProject}`, sum: 'tokens' },
  tokensUsed: {
    at: 'at',
    rows: `injections JOIN injected_lines AS line ON injection_id = id
      WHERE use IS NOT NULL AND ${ofProject}`,
    sum: 'line.tokens',
  },
}

/** Reading every page of a larger database would block the process too long. */
const mostMeasuredBytes = 256 * 1024 * 1024

export function createGrowthStore(database: Database): GrowthStore {
  return {
    ...createHotspotReader(database),
    async days({ from, projectId, utcOffsetMinutes }) {
      const days = new Map<string, GrowthDay>()
      for (const figure of Object.keys(countings) as Figure[]) {
        const { at, rows, sum = '1' } = countings[figure]
        const found = database.list<{ day: string; amount: number }>(
          `SELECT date(${at}, ?1) AS day, sum(${sum}) AS amount
           FROM ${rows} AND ${at} >= ?2 GROUP BY day`,
          `${utcOffsetMinutes} minutes`,
          from,
          projectId,
        )
        for (const { day, amount } of found) {
          days.set(day, { ...(days.get(day) ?? emptyDay(day)), [figure]: amount })
        }
      }
      return [...days.values()]
    },
    async memoriesAt(time, projectId) {
      return database.number(
        `SELECT count(*) FROM memories
         WHERE created_at < ?1 AND (valid_to IS NULL OR valid_to >= ?1)
         AND standing = 'memory' AND (?2 IS NULL OR (scope = 'project' AND scope_id = ?2))`,
        time,
        projectId,
      )
    },
    async storage() {
      if (databaseBytes(database) > mostMeasuredBytes || !knowsPages(database)) return undefined
      return readStorage(database)
    },
    async noteSize(size) {
      const replacing =
        'ON CONFLICT DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes'
      database.insert('database_sizes', { ...size }, replacing)
    },
    async claimRetention(size) {
      const once = 'ON CONFLICT DO UPDATE SET was_pruned = 1 WHERE was_pruned = 0'
      return database.insert('database_sizes', { ...size, wasPruned: 1 }, once) > 0
    },
    async sizesSince(day) {
      return database.list(
        `SELECT day, bytes FROM database_sizes WHERE day >=
           coalesce((SELECT max(day) FROM database_sizes WHERE day <= ?1), ?1)
         ORDER BY day`,
        day,
      )
    },
  }
}

function emptyDay(day: string): GrowthDay {
  const figures = Object.keys(countings).map((figure) => [figure, 0])
  return { day, ...Object.fromEntries(figures) }
}

/** SQLite may be built without its table of pages (dbstat). */
function knowsPages(database: Database): boolean {
  return database.has("SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'")
}

/** The size of a table includes its indexes. */
function readStorage(database: Database): StoragePart[] {
  return database.list(
    `SELECT CASE
       WHEN tbl_name IN ('sessions', 'turns', 'events', 'tool_events', 'tool_event_payloads')
         THEN 'captured'
       WHEN tbl_name GLOB 'memor*' THEN 'memories'
       WHEN tbl_name GLOB 'search_*' THEN 'search'
       WHEN tbl_name GLOB 'vector*' THEN 'vectors'
       ELSE 'other'
     END AS part, sum(pgsize) AS bytes
     FROM dbstat('main', 1) AS pages LEFT JOIN sqlite_schema ON sqlite_schema.name = pages.name
     GROUP BY part ORDER BY bytes DESC`,
  )
}

/** Finds memories: as they are, and as they were. */
import type { MemorySource, ScopeAddress } from '../../../core/model/memory.ts'
import type { MemoryCount, MemoryFilter, MemoryReader } from '../../../core/ports/memory-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { orUndefined } from '../connection/rows.ts'
import { archivedMemory } from './memory-archive.ts'
import { memoryColumns, toLink, toMemory, toRevision, toSource } from './memory-rows.ts'

export function createMemoryReader(database: Database): MemoryReader {
  const one = (condition: string, ...values: string[]) => {
    const row = database.get(`SELECT * FROM memories WHERE ${condition}`, ...values)
    return row && toMemory(row)
  }
  return {
    find: async (id) => one('id = ?', id),
    async findMany(ids) {
      return database
        .all(
          'SELECT * FROM memories WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify(ids),
        )
        .map(toMemory)
    },
    async idsAfter(id, limit) {
      const rows = database.all(
        'SELECT id FROM memories WHERE id > ? ORDER BY id LIMIT ?',
        id,
        limit,
      )
      return rows.map((row) => String(row.id))
    },
    async findByEnding(ending) {
      return database
        .all('SELECT * FROM memories WHERE substr(id, ?) = ? LIMIT 2', -ending.length, ending)
        .map(toMemory)
    },
    async foremost(addresses, limit) {
      const picks = foremostOrders.map(
        ({ condition, order }) =>
          `SELECT id FROM (SELECT id FROM memories WHERE scope = ? AND scope_id = ?
           AND valid_to IS NULL ${condition} ORDER BY ${order} LIMIT ?)`,
      )
      const ids = addresses.flatMap(() => picks).join(' UNION ALL ')
      const values = addresses.flatMap(({ scope, scopeId }) =>
        picks.flatMap(() => [scope, scopeId, limit]),
      )
      return database.all(`SELECT * FROM memories WHERE id IN (${ids})`, ...values).map(toMemory)
    },
    findByKey: async ({ scope, scopeId }, key) =>
      one(
        "scope = ? AND scope_id = ? AND key = ? AND key <> '' AND valid_to IS NULL",
        scope,
        scopeId,
        key,
      ),
    async findByHash({ scope, scopeId }, contentHash) {
      const hash = Buffer.from(contentHash, 'hex')
      const find = (withKey: string) =>
        database.get(
          `SELECT * FROM memories WHERE scope = ? AND scope_id = ? AND content_hash = ?
           AND key ${withKey} '' AND valid_to IS NULL ORDER BY id`,
          scope,
          scopeId,
          hash,
        )
      const row = find('=') ?? find('<>')
      return row && toMemory(row)
    },
    async list(filter, { limit, offset }) {
      const { sql, values } = selection(filter)
      const counted = database.get(`SELECT count(*) AS total FROM ${sql}`, ...values)
      const rows = database.all(
        `SELECT * FROM ${sql} ORDER BY updated_at DESC, id DESC LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      )
      return { memories: rows.map(toMemory), total: Number(counted?.total) }
    },
    async count(filter) {
      const { sql, values } = selection(filter)
      const rows = database.all(
        `SELECT scope, kind, count(*) AS count FROM ${sql} GROUP BY scope, kind ORDER BY scope, kind`,
        ...values,
      )
      return rows.map((row) => ({
        scope: row.scope as MemoryCount['scope'],
        kind: row.kind as MemoryCount['kind'],
        count: Number(row.count),
      }))
    },
    async supersededBy(ids) {
      return database
        .all(
          'SELECT * FROM memories WHERE superseded_by IN (SELECT value FROM json_each(?))',
          JSON.stringify(ids),
        )
        .map(toMemory)
    },
    async sources(id) {
      return database
        .all('SELECT * FROM memory_sources WHERE memory_id = ? ORDER BY type, ref', id)
        .map(toSource)
        .map((source) => ({ ...source, host: hostOfSource(database, source) }))
    },
    async hostOf(sources) {
      for (const source of sources) {
        const host = hostOfSource(database, source)
        if (host !== undefined) return host
      }
      return undefined
    },
    async links(id) {
      return database
        .all(
          `SELECT * FROM memory_links WHERE from_id = ?1 OR to_id = ?1
           ORDER BY created_at, from_id, to_id, relation`,
          id,
        )
        .map(toLink)
    },
    async revisions(id) {
      return database
        .all('SELECT * FROM memory_revisions WHERE memory_id = ? ORDER BY version', id)
        .map(toRevision)
    },
    async findAsOf(id, time) {
      const row = database.get(`SELECT * FROM (${statesAsOf}) WHERE id = ?`, ...timesOf(time), id)
      return row && toMemory(row)
    },
    async findForgotten(id) {
      const row = database.get(
        `SELECT *, EXISTS (SELECT 1 FROM memory_archive WHERE id = ?1) AS is_archived
         FROM memory_tombstones WHERE id = ?1`,
        id,
      )
      return (
        row && {
          ...toAddress(row),
          id,
          forgottenAt: String(row.forgotten_at),
          isArchived: row.is_archived === 1,
        }
      )
    },
    async listArchived({ addresses, forgottenAt, ending }, { limit, offset }) {
      const { where, values } = allOf([
        ...(addresses === 'all' ? [] : [anyOf(addresses)]),
        ...equals('forgotten_at', forgottenAt),
        ...(ending === undefined ? [] : [endsWith(ending)]),
      ])
      const sql = `memory_archive WHERE ${where}`
      const counted = database.get(`SELECT count(*) AS total FROM ${sql}`, ...values)
      const rows = database.all(
        `SELECT * FROM ${sql} ORDER BY forgotten_at DESC, rowid DESC LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      )
      const archived = rows.map((row) => {
        return { memory: archivedMemory(row), forgottenAt: String(row.forgotten_at) }
      })
      return { archived, total: Number(counted?.total) }
    },
  }
}

/** Each follows an index backwards, so that it takes no longer among many memories. */
const foremostOrders = [
  { condition: "AND (kind = 'rule' OR pinned = 1)", order: 'importance DESC, id DESC' },
  { condition: '', order: 'importance DESC, updated_at DESC, id DESC' },
  { condition: '', order: 'updated_at DESC, id DESC' },
]

const columns = Object.keys(memoryColumns)
const snapshotColumns = Object.entries(memoryColumns).map(([column, member]) =>
  ['id', 'scope', 'scope_id'].includes(column)
    ? `${column === 'id' ? 'memory_id' : column} AS ${column}`
    : `json_extract(snapshot, '$.${member}') AS ${column}`,
)

/**
 * Of every memory the one state it was in at that time: its present one, or a revision; none while
 * it was superseded.
 */
const statesAsOf = `
  SELECT ${columns.join(', ')} FROM memories
  WHERE version_from <= ? AND (valid_to IS NULL OR valid_to > ?)
  UNION ALL
  SELECT ${snapshotColumns.join(', ')} FROM memory_revisions
  WHERE valid_from <= ? AND valid_to > ? AND json_extract(snapshot, '$.validTo') IS NULL`
const timesOf = (time: string) => [time, time, time, time]

/** What follows FROM: the table and the conditions of a filter. */
function selection(filter: MemoryFilter): { sql: string; values: Row[string][] } {
  const { addresses, asOf } = filter
  const conditions: Condition[] = [
    ...(addresses === 'all' ? [] : [anyOf(addresses)]),
    ...equals('scope', filter.scope),
    ...equals('kind', filter.kind),
    ...equals('source', filter.source),
    ...equals('key', filter.key),
    ...equals('pinned', filter.pinned === undefined ? undefined : Number(filter.pinned)),
  ]
  if (filter.tag !== undefined) {
    conditions.push(['EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)', filter.tag])
  }
  if (asOf === undefined && !filter.includeSuperseded) conditions.push(['valid_to IS NULL'])
  const { where, values } = allOf(conditions)
  const states = asOf === undefined ? 'memories' : `(${statesAsOf})`
  return {
    sql: `${states} WHERE ${where}`,
    values: [...(asOf === undefined ? [] : timesOf(asOf)), ...values],
  }
}

type Condition = [condition: string, ...values: Row[string][]]

function allOf(conditions: readonly Condition[]): { where: string; values: Row[string][] } {
  return {
    where: conditions.map(([condition]) => condition).join(' AND ') || '1',
    values: conditions.flatMap(([, ...values]) => values),
  }
}

function anyOf(addresses: readonly ScopeAddress[]): [string, ...string[]] {
  if (addresses.length === 0) return ['0']
  const condition = addresses.map(() => '(scope = ? AND scope_id = ?)').join(' OR ')
  return [`(${condition})`, ...addresses.flatMap(({ scope, scopeId }) => [scope, scopeId])]
}

function equals(column: string, value: string | number | undefined): [string, string | number][] {
  return value === undefined ? [] : [[`${column} = ?`, value]]
}

function endsWith(ending: string): Condition {
  return ['substr(id, ?) = ?', -ending.length, ending]
}

function toAddress(row: Row): ScopeAddress {
  return { scope: row.scope as ScopeAddress['scope'], scopeId: String(row.scope_id) }
}

const sessionOf = {
  session: '?',
  turn: '(SELECT session_id FROM turns WHERE id = ?)',
  'tool-event': '(SELECT session_id FROM tool_events WHERE id = ?)',
} as const

/** @returns undefined for what is of none, and for what is no longer kept */
function hostOfSource(database: Database, { type, ref }: MemorySource): string | undefined {
  if (type === 'file') return undefined
  if (type === 'manual') return ref === '' ? undefined : ref
  return orUndefined(
    database.get(`SELECT host FROM sessions WHERE id = ${sessionOf[type]}`, ref)?.host,
  )
}

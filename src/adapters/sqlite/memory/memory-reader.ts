/** Finds memories, in their current or a former state. */
import type { MemoryOrder } from '../../../contract/vocabulary.ts'
import { firstIdSince, type MemorySource, type ScopeAddress } from '../../../core/model/memory.ts'
import type {
  ForgottenMemory,
  MemoryFilter,
  MemoryStore,
} from '../../../core/ports/memory-store.ts'
import { memberName } from '../../column-names.ts'
import type { Database } from '../connection/database.ts'
import type { BoundValues } from '../connection/statement.ts'
import { readAuthorship } from '../history/commit-store.ts'
import { type ArchiveRow, archivedMemory } from './memory-archive.ts'
import { findValid, parseMemory, selectMemories, selectMemory, toMemory } from './memory-rows.ts'

const orders: Record<MemoryOrder, string> = {
  changed: 'updated_at DESC',
  created: 'created_at DESC',
  used: 'use_count DESC, last_used_at DESC',
  importance: 'importance DESC, updated_at DESC',
}

const given = '(SELECT value FROM json_each(?))'
const learnedAt = 'coalesce(confirmed_at, created_at)'
const isLearned = `valid_to IS NULL AND ${learnedAt} >= ?1
  AND (?2 IS NULL OR (scope = 'project' AND scope_id = ?2))`
/** Rules, other memories, candidates. */
const learnedGroups = [0, 1, 2]
const learnedGroup = `CASE WHEN standing = 'candidate' THEN 2 ELSE kind <> 'rule' END`

export function createMemoryReader(database: Database) {
  return {
    find: async (id) => selectMemory(database, 'id = ?', id),
    findMany: async (ids) => selectMemories(database, `WHERE id IN ${given}`, JSON.stringify(ids)),
    idsAfter: async (id, limit) =>
      database.texts('SELECT id FROM memories WHERE id > ? ORDER BY id LIMIT ?', id, limit),
    findByEnding: async (ending) =>
      selectMemories(database, 'WHERE substr(id, ?) = ? LIMIT 2', -ending.length, ending),
    async foremost(addresses, limit) {
      const picks = foremostOrders.map(
        ({ condition, order }) =>
          `SELECT id FROM (SELECT id FROM memories WHERE scope = ? AND scope_id = ?
           AND valid_to IS NULL AND standing = 'memory' ${condition} ORDER BY ${order} LIMIT ?)`,
      )
      const ids = addresses.flatMap(() => picks).join(' UNION ALL ')
      const values = addresses.flatMap(({ scope, scopeId }) =>
        picks.flatMap(() => [scope, scopeId, limit]),
      )
      return selectMemories(database, `WHERE id IN (${ids})`, ...values)
    },
    async countValid(addresses) {
      const counts = addresses.map(({ scope, scopeId }) =>
        // Uses a partial index, so no row is read.
        database.number(
          `SELECT count(*) FROM memories
           WHERE scope = ? AND scope_id = ? AND valid_to IS NULL AND standing = 'memory'`,
          scope,
          scopeId,
        ),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async namingFile(addresses, name) {
      if (addresses.length === 0) return []
      const places = addresses.map(() => '(scope = ? AND scope_id = ?)').join(' OR ')
      return selectMemories(
        database,
        `WHERE (${places}) AND valid_to IS NULL AND standing = 'memory'
         AND (instr(content, ?) > 0 OR instr(files, ?) > 0)`,
        ...addresses.flatMap(({ scope, scopeId }) => [scope, scopeId]),
        name,
        JSON.stringify(name).slice(1, -1),
      )
    },
    findByKey: async (address, key) => findValid(database, address, { key }),
    async findByHash(address, contentHash) {
      const { scope, scopeId } = address
      const withKey = `scope = ? AND scope_id = ? AND content_hash = ? AND key <> ''
        AND valid_to IS NULL ORDER BY id`
      const hash = Buffer.from(contentHash, 'hex')
      return (
        findValid(database, address, { contentHash }) ??
        selectMemory(database, withKey, scope, scopeId, hash)
      )
    },
    async list(filter, { limit, offset, order = 'changed' }) {
      const { sql, values } = selection(filter)
      const total = database.number(`SELECT count(*) FROM ${sql}`, ...values)
      const rows = database.all(
        `SELECT * FROM ${sql} ORDER BY standing DESC, ${orders[order]}, id DESC LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      )
      return { memories: rows.map(toMemory), total }
    },
    async count(filter) {
      const { sql, values } = selection(filter)
      return database.list(
        `SELECT scope, kind, count(*) AS count FROM ${sql} GROUP BY scope, kind ORDER BY scope, kind`,
        ...values,
      )
    },
    async learnedSince(time, projectId, limit) {
      return selectMemories(
        database,
        `WHERE ${isLearned} ORDER BY ${learnedGroup}, ${learnedAt} DESC, id DESC LIMIT ?3`,
        time,
        projectId,
        limit,
      )
    },
    async countLearnedSince(time, projectId) {
      const [rules = 0, memories = 0, candidates = 0] = learnedGroups.map((group) =>
        database.number(
          `SELECT count(*) FROM memories WHERE ${isLearned} AND ${learnedGroup} = ?3`,
          time,
          projectId,
          group,
        ),
      )
      return { rules, memories, candidates }
    },
    async countTaughtSince(time) {
      const [found] = database.list<Record<'memories' | 'candidates', number>>(
        `SELECT count(*) FILTER (WHERE standing = 'memory') AS memories,
           count(*) FILTER (WHERE standing = 'candidate') AS candidates
         FROM memories WHERE id >= ? AND valid_to IS NULL
           AND EXISTS (SELECT 1 FROM memory_sources WHERE memory_id = id AND type = 'turn')`,
        firstIdSince(time),
      )
      return found ?? { memories: 0, candidates: 0 }
    },
    supersededBy: async (ids) =>
      selectMemories(database, `WHERE superseded_by IN ${given}`, JSON.stringify(ids)),
    async sources(id) {
      const sql = 'SELECT type, ref FROM memory_sources WHERE memory_id = ? ORDER BY type, ref'
      const sources = database.list<MemorySource>(sql, id)
      return sources.map((source) => ({
        ...source,
        host: hostOfSource(database, source),
        ...(source.type === 'commit' && readAuthorship(database, source.ref)),
      }))
    },
    async learnedFrom(turnIds) {
      const rows = database.all(
        `SELECT memories.*, ref AS turn_id FROM memory_sources
         JOIN memories ON memories.id = memory_id WHERE type = 'turn' AND ref IN ${given}`,
        JSON.stringify(turnIds),
      )
      return rows.map((row) => ({ turnId: String(row.turn_id), memory: toMemory(row) }))
    },
    async hostOf(sources) {
      for (const source of sources) {
        const host = hostOfSource(database, source)
        if (host !== undefined) return host
      }
      return undefined
    },
    async links(id) {
      return database.list(
        `${selectLinks} WHERE from_id = ?1 OR to_id = ?1
         ORDER BY created_at, from_id, to_id, relation`,
        id,
      )
    },
    async linksAt({ scope, scopeId }) {
      return database.list(
        `${selectLinks} WHERE EXISTS
           (SELECT 1 FROM memories WHERE id = from_id AND scope = ? AND scope_id = ?)
         ORDER BY created_at, from_id, to_id, relation`,
        scope,
        scopeId,
      )
    },
    async revisions(id) {
      const rows = database.list<ArchiveRow & { validFrom: string; validTo: string }>(
        'SELECT * FROM memory_revisions WHERE memory_id = ? ORDER BY version',
        id,
      )
      return rows.map(({ validFrom, validTo, snapshot, scope, scopeId }) => ({
        validFrom,
        validTo,
        memory: { ...parseMemory(snapshot), scope, scopeId },
      }))
    },
    async findAsOf(id, time) {
      const row = database.get(`SELECT * FROM (${statesAsOf}) WHERE id = ?`, ...timesOf(time), id)
      return row && toMemory(row)
    },
    async findForgotten(id) {
      const found = database.find<ForgottenMemory>(
        `SELECT *, EXISTS (SELECT 1 FROM memory_archive WHERE id = ?1) AS is_archived
         FROM memory_tombstones WHERE id = ?1`,
        id,
      )
      return found && { ...found, isArchived: Boolean(found.isArchived) }
    },
    async listArchived({ addresses, forgottenAt, ending }, { limit, offset }) {
      const { where, values } = allOf([
        ...(addresses === 'all' ? [] : [anyOf(addresses)]),
        ...equals('forgotten_at', forgottenAt),
        ...(ending === undefined ? [] : [endsWith(ending)]),
      ])
      const sql = `memory_archive WHERE ${where}`
      const rows = database.list<ArchiveRow & { forgottenAt: string }>(
        `SELECT * FROM ${sql} ORDER BY forgotten_at DESC, rowid DESC LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      )
      return {
        archived: rows.map((row) => ({
          memory: archivedMemory(row),
          forgottenAt: row.forgottenAt,
        })),
        total: database.number(`SELECT count(*) FROM ${sql}`, ...values),
      }
    },
  } satisfies Partial<MemoryStore>
}

export const selectLinks = `SELECT from_id AS "from", relation, to_id AS "to",
  memory_links.created_at FROM memory_links`

/** Each uses an index backwards, so the number of memories does not matter. */
const foremostOrders = [
  { condition: "AND (kind = 'rule' OR pinned = 1)", order: 'importance DESC, id DESC' },
  { condition: '', order: 'importance DESC, updated_at DESC, id DESC' },
  { condition: '', order: 'updated_at DESC, id DESC' },
]

const columns =
  `id scope scope_id key kind content content_hash tags keywords importance source trust
  standing confirmation confirmed_at host pinned valid_from valid_to superseded_by use_count last_used_at files git_commit version
  created_at updated_at author_id author_name`.split(/\s+/)
const ownColumns: Readonly<Record<string, string>> = {
  id: 'memory_id AS id',
  scope: 'scope',
  scope_id: 'scope_id',
  git_commit: "json_extract(snapshot, '$.commit') AS git_commit",
  author_id: "json_extract(snapshot, '$.author.id') AS author_id",
  author_name: "json_extract(snapshot, '$.author.name') AS author_name",
}
const snapshotColumns = columns.map(
  (column) =>
    ownColumns[column] ?? `json_extract(snapshot, '$.${memberName(column)}') AS ${column}`,
)

/** The state of each memory at that time: the current one or a revision; none while superseded. */
const statesAsOf = `
  SELECT ${columns.join(', ')} FROM memories
  WHERE version_from <= ? AND (valid_to IS NULL OR valid_to > ?)
  UNION ALL
  SELECT ${snapshotColumns.join(', ')} FROM memory_revisions
  WHERE valid_from <= ? AND valid_to > ? AND json_extract(snapshot, '$.validTo') IS NULL`
const timesOf = (time: string) => [time, time, time, time]

/** Builds what follows FROM: the table and a filter's conditions. */
function selection(filter: MemoryFilter): { sql: string; values: BoundValues } {
  const { addresses, asOf } = filter
  const conditions: Condition[] = [
    ...(addresses === 'all' ? [] : [anyOf(addresses)]),
    ...equals('scope', filter.scope),
    ...equals('kind', filter.kind),
    ...equals('source', filter.source),
    ...equals('standing', filter.standing),
    ...equals('key', filter.key),
    ...equals('pinned', filter.pinned === undefined ? undefined : Number(filter.pinned)),
  ]
  if (filter.tag !== undefined) {
    conditions.push(['EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)', filter.tag])
  }
  if (filter.text !== undefined) {
    conditions.push(['instr(lower(content), lower(?)) > 0', filter.text])
  }
  if (asOf === undefined && !filter.includeSuperseded) conditions.push(['valid_to IS NULL'])
  const { where, values } = allOf(conditions)
  const states = asOf === undefined ? 'memories' : `(${statesAsOf})`
  return {
    sql: `${states} WHERE ${where}`,
    values: [...(asOf === undefined ? [] : timesOf(asOf)), ...values],
  }
}

type Condition = readonly [condition: string, ...values: BoundValues]

function allOf(conditions: readonly Condition[]): { where: string; values: BoundValues } {
  return {
    where: conditions.map(([condition]) => condition).join(' AND ') || '1',
    values: conditions.flatMap(([, ...values]) => values),
  }
}

function anyOf(addresses: readonly ScopeAddress[]): Condition {
  if (addresses.length === 0) return ['0']
  const condition = addresses.map(() => '(scope = ? AND scope_id = ?)').join(' OR ')
  return [`(${condition})`, ...addresses.flatMap(({ scope, scopeId }) => [scope, scopeId])]
}

function equals(column: string, value: string | number | undefined): Condition[] {
  return value === undefined ? [] : [[`${column} = ?`, value]]
}

const endsWith = (ending: string): Condition => ['substr(id, ?) = ?', -ending.length, ending]

const sessionOf: Readonly<Partial<Record<MemorySource['type'], string>>> = {
  session: '?',
  turn: '(SELECT session_id FROM turns WHERE id = ?)',
  'tool-event': '(SELECT session_id FROM tool_events WHERE id = ?)',
}

/** @returns undefined if the source has no host or is gone */
function hostOfSource(database: Database, { type, ref }: MemorySource): string | undefined {
  if (type === 'manual') return ref === '' ? undefined : ref
  const id = sessionOf[type]
  return id && database.texts(`SELECT host FROM sessions WHERE id = ${id}`, ref)[0]
}

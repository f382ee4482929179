/** Finds memories: as they are, and as they were. */
import type { MemoryOrder, MemoryStanding } from '../../../contract/vocabulary.ts'
import type { KnownSource } from '../../../core/model/memory.ts'
import type {
  ForgottenMemory,
  MemoryReader,
  MemoryRevision,
} from '../../../core/ports/memory-store.ts'
import { fromSnapshot, toStandingCounts } from '../../memory-values.ts'
import { Parameters } from '../connection/parameters.ts'
import type { Queries } from '../connection/queries.ts'
import { type ArchiveRow, archivedMemory } from './memory-archive.ts'
import { findValid } from './memory-changes.ts'
import { selectMemories, selectMemory, toMemory } from './memory-rows.ts'
import { isAtAny, selection, statesAsOf } from './memory-states.ts'
import { withHosts } from './source-hosts.ts'

const orders: Record<MemoryOrder, string> = {
  changed: 'updated_at DESC',
  created: 'created_at DESC',
  used: 'use_count DESC, last_used_at DESC NULLS LAST',
  importance: 'importance DESC, updated_at DESC',
}

const learnedAt = 'coalesce(confirmed_at, created_at)'

export function createMemoryReader(queries: Queries): MemoryReader {
  return {
    find: (id) => selectMemory(queries, 'id = $2', id),
    findMany: async (ids) =>
      ids.length === 0 ? [] : selectMemories(queries, 'AND id = ANY($2)', ids),
    idsAfter: (id, limit) =>
      queries.texts(
        'SELECT id FROM memories WHERE organisation_id = $1 AND id > $2 ORDER BY id LIMIT $3',
        id,
        limit,
      ),
    findByEnding: (ending) =>
      selectMemories(queries, 'AND right(id, $2) = $3 LIMIT 2', ending.length, ending),
    async foremost(addresses, limit) {
      if (addresses.length === 0) return []
      const parameters = new Parameters()
      const most = parameters.add(limit)
      const picks = addresses.flatMap((address) => {
        const here = isAtAny([address], parameters)
        return foremostOrders.map(
          ({ condition, order }) =>
            `(SELECT id FROM memories WHERE organisation_id = $1 AND ${here}
              AND valid_to IS NULL AND standing = 'memory' ${condition} ORDER BY ${order} LIMIT ${most})`,
        )
      })
      const ids = `AND id IN (${picks.join(' UNION ALL ')})`
      return selectMemories(queries, ids, ...parameters.values)
    },
    async namingFile(addresses, name) {
      const parameters = new Parameters()
      const inText = `strpos(content, ${parameters.add(name)}) > 0`
      const inFiles = `strpos(files::text, ${parameters.add(JSON.stringify(name).slice(1, -1))}) > 0`
      return selectMemories(
        queries,
        `AND ${isAtAny(addresses, parameters)} AND valid_to IS NULL AND standing = 'memory'
         AND (${inText} OR ${inFiles})`,
        ...parameters.values,
      )
    },
    findByKey: (address, key) => findValid(queries, address, { key }),
    async findByHash(address, contentHash) {
      const { scope, scopeId } = address
      const withKey = `scope = $2 AND scope_id = $3 AND content_hash = $4 AND key <> ''
        AND valid_to IS NULL ORDER BY id`
      const hash = Buffer.from(contentHash, 'hex')
      return (
        (await findValid(queries, address, { contentHash })) ??
        selectMemory(queries, withKey, scope, scopeId, hash)
      )
    },
    async list(filter, { limit, offset, order = 'changed' }) {
      const parameters = new Parameters()
      const found = selection(filter, parameters)
      const total = await queries.number(`SELECT count(*) FROM ${found}`, ...parameters.values)
      const page = `LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`
      const rows = await queries.all(
        `SELECT * FROM ${found}
         ORDER BY standing COLLATE "C" DESC, ${orders[order]}, id DESC ${page}`,
        ...parameters.values,
      )
      return { memories: rows.map(toMemory), total }
    },
    async count(filter) {
      const parameters = new Parameters()
      const found = selection(filter, parameters)
      return queries.list(
        `SELECT scope, kind, count(*) AS count FROM ${found}
         GROUP BY scope, kind ORDER BY scope COLLATE "C", kind COLLATE "C"`,
        ...parameters.values,
      )
    },
    async learnedSince(time, projectId, limit) {
      return selectMemories(
        queries,
        `AND valid_to IS NULL AND ${learnedAt} >= $2
         AND ($3::text IS NULL OR (scope = 'project' AND scope_id = $3))
         ORDER BY ${learnedAt} DESC, id DESC LIMIT $4`,
        time,
        projectId,
        limit,
      )
    },
    async countLearnedSince(time) {
      const counts = await queries.list<{ standing: MemoryStanding; learned: number }>(
        `SELECT standing, count(*) AS learned FROM memories WHERE organisation_id = $1
         AND valid_to IS NULL AND ${learnedAt} >= $2 GROUP BY standing`,
        time,
      )
      return toStandingCounts(counts)
    },
    supersededBy: (ids) => selectMemories(queries, 'AND superseded_by = ANY($2)', ids),
    async sources(id) {
      const sources = await queries.list<KnownSource>(
        `SELECT type, ref FROM memory_sources WHERE organisation_id = $1 AND memory_id = $2
         ORDER BY type, ref`,
        id,
      )
      return withHosts(queries, sources)
    },
    async learnedFrom(turnIds) {
      const rows = await queries.all(
        `SELECT m.*, s.ref AS turn_id FROM memory_sources AS s
         JOIN memories AS m ON m.organisation_id = s.organisation_id AND m.id = s.memory_id
         WHERE s.organisation_id = $1 AND s.type = 'turn' AND s.ref = ANY($2)`,
        turnIds,
      )
      return rows.map(({ turn_id: turnId, ...row }) => ({
        turnId: String(turnId),
        memory: toMemory(row),
      }))
    },
    async hostOf(sources) {
      const known = await withHosts(queries, sources)
      return known.find(({ host }) => host !== undefined)?.host
    },
    links: (id) =>
      queries.list(`${selectLinks} AND (from_id = $2 OR to_id = $2) ${oldestFirst}`, id),
    linksAt: ({ scope, scopeId }) =>
      queries.list(
        `${selectLinks} AND from_id IN (SELECT id FROM memories
           WHERE organisation_id = $1 AND scope = $2 AND scope_id = $3) ${oldestFirst}`,
        scope,
        scopeId,
      ),
    async revisions(id) {
      const rows = await queries.list<ArchiveRow & MemoryRevision>(
        `SELECT * FROM memory_revisions WHERE organisation_id = $1 AND memory_id = $2
         ORDER BY version`,
        id,
      )
      return rows.map(({ validFrom, validTo, snapshot, scope, scopeId }) => ({
        validFrom,
        validTo,
        memory: { ...fromSnapshot(snapshot), scope, scopeId },
      }))
    },
    async findAsOf(id, time) {
      const row = await queries.get(
        `SELECT * FROM ${statesAsOf('$3::timestamptz')} WHERE id = $2`,
        id,
        time,
      )
      return row && toMemory(row)
    },
    findForgotten: (id) =>
      queries.find<ForgottenMemory>(
        `SELECT id, scope, scope_id, forgotten_at, EXISTS (SELECT FROM memory_archive
           WHERE organisation_id = $1 AND id = $2) AS is_archived
         FROM memory_tombstones WHERE organisation_id = $1 AND id = $2`,
        id,
      ),
    async listArchived({ addresses, forgottenAt, ending }, { limit, offset }) {
      const parameters = new Parameters()
      const conditions = [
        'organisation_id = $1',
        ...(addresses === 'all' ? [] : [isAtAny(addresses, parameters)]),
        ...(forgottenAt === undefined ? [] : [`forgotten_at = ${parameters.add(forgottenAt)}`]),
        ...(ending === undefined
          ? []
          : [`right(id, ${ending.length}) = ${parameters.add(ending)}`]),
      ]
      const found = `memory_archive WHERE ${conditions.join(' AND ')}`
      const total = await queries.number(`SELECT count(*) FROM ${found}`, ...parameters.values)
      const page = `LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`
      const rows = await queries.list<ArchiveRow<'archive'> & { forgottenAt: string }>(
        `SELECT * FROM ${found} ORDER BY forgotten_at DESC, added DESC ${page}`,
        ...parameters.values,
      )
      const archived = rows.map((row) => ({
        memory: archivedMemory(row),
        forgottenAt: row.forgottenAt,
      }))
      return { archived, total }
    },
  }
}

export const selectLinks = `SELECT from_id AS "from", relation, to_id AS "to", created_at
  FROM memory_links WHERE organisation_id = $1`
const oldestFirst = 'ORDER BY created_at, from_id, to_id, relation'

/** Each follows an index backwards, so the number of memories does not matter. */
const foremostOrders = [
  { condition: "AND (kind = 'rule' OR pinned)", order: 'importance DESC, id DESC' },
  { condition: '', order: 'importance DESC, updated_at DESC, id DESC' },
  { condition: '', order: 'updated_at DESC, id DESC' },
]

import type { MemoryKind } from '../../../contract/vocabulary.ts'
import type { Memory } from '../../../core/model/memory.ts'
import type {
  SharedMemoryFilter,
  SharedMemoryReader,
  SharedMemoryStore,
  StoredMemory,
  VisibleProject,
} from '../../../core/ports/team/team-sync-store.ts'
import { asMemory } from '../../../core/team/recall/create-shared-recall.ts'
import { sha256 } from '../../ids.ts'
import { Parameters, type Queries, type Row } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { createSearchReader } from '../search/search-queries.ts'
import { stateColumns, toState, visibleMemories, visibleTo } from '../sync/sync-reader.ts'
import { repairIndex, withPersonalTerms } from './index-shared.ts'

export function openSharedMemoryStore(database: TeamDatabase): SharedMemoryStore {
  return {
    read: (organisation, person, work) =>
      database.snapshot(organisation, (queries) => work(readShared(queries, person))),
    repairIndex: (organisation) => repairIndex(database, organisation),
  }
}

function readShared(queries: Queries, person: string): SharedMemoryReader {
  /** A recall reads its hits several times, all in one snapshot. Undefined if nobody shares them. */
  const read = new Map<string, Memory | undefined>()
  const findMany: SharedMemoryReader['findMany'] = async (ids) => {
    const wanted = [...new Set(ids.filter((id) => uuid.test(id)).map((id) => id.toLowerCase()))]
    const missing = wanted.filter((id) => !read.has(id))
    if (missing.length > 0) {
      for (const id of missing) read.set(id, undefined)
      const rows = await queries.all(
        `SELECT ${stateColumns} FROM ${visibleMemories} AND m.id = ANY ($3::uuid[])`,
        person,
        missing,
      )
      for (const row of rows) read.set(String(row.id), memoryOf(row))
    }
    return wanted.flatMap((id) => read.get(id) ?? [])
  }
  return {
    projects: () =>
      queries.list<VisibleProject>(
        `SELECT p.id, p.type, p.identity, p.name,
           ARRAY(SELECT alias FROM shared_project_aliases AS a
             WHERE a.organisation_id = $1 AND a.project_id = p.id ORDER BY alias) AS aliases
         FROM shared_projects AS p
         WHERE ${visibleTo('$2')}
         ORDER BY p.created_at, p.id`,
        person,
      ),
    findMany,
    async findByKey(project, key) {
      const row = await queries.get(
        `SELECT ${stateColumns} FROM ${visibleMemories} AND m.project_id = $3 AND m.key = $4`,
        person,
        project,
        key,
      )
      return row && memoryOf(row)
    },
    async list(filter, { limit, offset }) {
      const parameters = new Parameters()
      const found = selection(filter, person, parameters)
      const total = await queries.number(`SELECT count(*) FROM ${found}`, ...parameters.values)
      const page = `LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`
      const rows = await queries.all(
        `SELECT ${stateColumns} FROM ${found} ORDER BY m.sequence DESC ${page}`,
        ...parameters.values,
      )
      return { memories: rows.map(memoryOf), total }
    },
    async count(filter) {
      const parameters = new Parameters()
      const found = selection(filter, person, parameters)
      return queries.list<{ kind: MemoryKind; count: number }>(
        `SELECT m.text ->> 'kind' AS kind, count(*) AS count FROM ${found} GROUP BY 1 ORDER BY 1`,
        ...parameters.values,
      )
    },
    search({ personal }) {
      const index = createSearchReader(queries, findMany)
      return personal ? withPersonalTerms(index, person) : index
    },
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function selection(
  { projects, kind, tag, includeSuperseded }: SharedMemoryFilter,
  person: string,
  parameters: Parameters,
): string {
  parameters.add(person)
  const conditions = [
    `m.project_id = ANY (${parameters.add(projects)}::uuid[])`,
    ...(kind === undefined ? [] : [`m.text ->> 'kind' = ${parameters.add(kind)}`]),
    ...(tag === undefined ? [] : [`jsonb_exists(m.text -> 'tags', ${parameters.add(tag)})`]),
    ...(includeSuperseded ? [] : ['m.content_hash IS NOT NULL']),
  ]
  return `${visibleMemories} AND ${conditions.join(' AND ')}`
}

const memoryOf = (row: Row) => asMemory(toState(row) as StoredMemory, sha256)

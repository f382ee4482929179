/** Reads what an organisation shares. */

import type { BucketEntry, Mark, SharedProject } from '../../../contract/team/sync.ts'
import type {
  StateKind,
  StoredState,
  SyncConflict,
  SyncRevision,
  TeamSyncReader,
} from '../../../core/ports/team/team-sync-store.ts'
import { toValue } from '../../column-names.ts'
import type { Queries, Row } from '../connection/queries.ts'
import { findPolicy } from '../people/people-reader.ts'

/** Before the first change. */
const noChange: Mark = { sequence: 0, mark: '0'.repeat(16) }

export function readSync(queries: Queries): TeamSyncReader {
  return {
    async head() {
      const head = 'SELECT sequence, mark FROM sync_heads WHERE organisation_id = $1'
      return (await queries.find<Mark>(head)) ?? noChange
    },
    async hasChange({ sequence, mark }) {
      if (sequence === 0) return true
      return queries.has(
        'SELECT FROM sync_changes WHERE organisation_id = $1 AND sequence = $2 AND mark = $3',
        sequence,
        mark,
      )
    },
    visibleProjects: (person) =>
      queries.list<SharedProject>(
        `SELECT p.id, p.type, p.identity, p.name,
           ARRAY(SELECT alias FROM shared_project_aliases a
             WHERE a.organisation_id = $1 AND a.project_id = p.id ORDER BY alias) AS aliases,
           (SELECT count(*) FROM shared_memories m
             WHERE m.organisation_id = $1 AND m.project_id = p.id AND m.type = 'memory') AS memories,
           (SELECT count(*) FROM shared_memories d
             WHERE d.organisation_id = $1 AND d.project_id = p.id AND d.type = 'digest') AS digests
         FROM shared_projects p WHERE ${visibleTo('$2')} ORDER BY p.created_at, p.id`,
        person,
      ),
    visibleAmong: (projects, person) =>
      queries.texts(
        `SELECT p.id FROM shared_projects p WHERE ${visibleTo('$3')} AND p.id = ANY ($2::uuid[])`,
        projects,
        person,
      ),
    async statesBetween({ projects, kinds }, after, upTo, limit) {
      const rows = await queries.all(
        `SELECT ${stateColumns}, c.sequence, c.mark FROM shared_memories m
         JOIN sync_changes c ON c.organisation_id = $1 AND c.sequence = m.sequence
         WHERE m.organisation_id = $1 AND m.project_id = ANY ($2::uuid[])
           AND m.sequence > $3 AND m.sequence <= $4 AND m.kind = ANY ($6::text[])
         ORDER BY m.sequence LIMIT $5`,
        ...[projects, after, upTo, limit, kinds],
      )
      return rows.map(({ sequence, mark, ...state }) => ({
        state: toState(state),
        at: { sequence: Number(sequence), mark: String(mark) },
      }))
    },
    async states(project, ids) {
      const rows = await queries.all(
        `SELECT ${stateColumns} FROM shared_memories m
         WHERE organisation_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])`,
        project,
        ids,
      )
      return rows.map(toState)
    },
    async bucketHashes(project, kinds) {
      const rows = await queries.all(
        `SELECT right(id::text, 2) AS bucket, encode(sha256(convert_to(string_agg(
           id || ':' || version || ':' || type, E'\\n' ORDER BY id::text COLLATE "C"),
           'UTF8')), 'hex') AS hash
         FROM shared_memories WHERE organisation_id = $1 AND project_id = $2
           AND kind = ANY ($3::text[]) GROUP BY 1`,
        project,
        kinds,
      )
      return Object.fromEntries(rows.map(({ bucket, hash }) => [bucket, hash]))
    },
    bucket: (project, bucket, kinds) =>
      queries.list<BucketEntry>(
        `SELECT id, version, type FROM shared_memories
         WHERE organisation_id = $1 AND project_id = $2 AND right(id::text, 2) = $3
           AND kind = ANY ($4::text[]) ORDER BY id`,
        ...[project, bucket, kinds],
      ),
    async signingKey() {
      const [key] = await queries.texts('SELECT signing_key FROM organisations WHERE id = $1')
      if (!key) throw new Error(`the organisation ${queries.organisation} has no signing key`)
      return key
    },
    policy: () => findPolicy(queries),
    newcomers: (since) =>
      queries.texts(
        'SELECT id FROM people WHERE organisation_id = $1 AND first_shared_at > $2 ORDER BY id',
        since,
      ),
    conflicts: (project) =>
      queries.list<SyncConflict>(
        `${selectConflict} AND project_id = $2 ORDER BY at, m.id`,
        project,
      ),
    conflict: (id) => queries.find<SyncConflict>(`${selectConflict} AND m.id = $2`, id),
    revisions: (project, memoryId) =>
      queries.list<SyncRevision>(
        `SELECT project_id AS project, memory_id AS id, version, ${authorColumn}, text, replaced_at
         FROM shared_revisions m
         WHERE organisation_id = $1 AND project_id = $2 AND memory_id = $3 ORDER BY version`,
        project,
        memoryId,
      ),
  }
}

export const authorColumn = "jsonb_build_object('id', m.author_id, 'name', m.author_name) AS author"

const selectConflict = `SELECT m.id, project_id AS project, memory_id, base, ${authorColumn}, text, at
  FROM sync_conflicts m WHERE organisation_id = $1`

/** Columns of a row `m` of `shared_memories`, for `toState`. */
export const stateColumns = `m.type, m.kind, m.id, m.project_id AS project, m.version, ${authorColumn},
  m.creator_id AS creator, m.shared_at, m.text`

type StateRow = StoredState & { readonly kind: StateKind; readonly text?: unknown }

export function toState(row: Row): StoredState {
  const { kind, text, ...state } = toValue<StateRow>(row)
  if (state.type === 'memory' || state.type === 'digest') return { ...state, text } as StoredState
  return { ...state, ...(kind === 'digest' && { of: kind }) }
}

/** A person sees the team's rows and their own: a condition on a row `p` of `shared_projects`. */
export function visibleTo(person: string): string {
  return `p.organisation_id = $1 AND (p.type = 'team' OR p.person_id = ${person})`
}

const visible = (type: string) => `shared_memories m
  JOIN shared_projects p ON p.id = m.project_id AND ${visibleTo('$2')}
  WHERE m.organisation_id = $1 AND m.type = '${type}'`

/** What follows FROM: memories `m` with their projects `p`. `$2` is the person. */
export const visibleMemories = visible('memory')

export const visibleDigests = visible('digest')

/** Reports on what an organisation shares. */
import type {
  DayCount,
  LearnedCount,
  PersonRequests,
  ProjectReport,
  ProjectStorage,
  ReportedDigest,
  ReportedMemory,
  TeamReportReader,
  TeamReportStore,
} from '../../../core/ports/team/team-report-store.ts'
import { requestLimits } from '../../../core/team/people/request-budget.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { authorColumn, visibleDigests, visibleMemories, visibleTo } from '../sync/sync-reader.ts'

export function openTeamReportStore(database: TeamDatabase): TeamReportStore {
  return { reading: (organisation) => readReports(database.reading(organisation)) }
}

/** Superseded ones have no hash. */
const isValid = 'm.content_hash IS NOT NULL'

const digestColumns = `m.id, m.sequence, m.text, ${authorColumn},
  jsonb_build_object('id', p.id, 'type', p.type, 'name', p.name) AS project`

const memoryColumns = `${digestColumns}, m.version,
  (SELECT c.at FROM sync_changes c
    WHERE c.organisation_id = $1 AND c.sequence = m.sequence) AS changed_at,
  jsonb_build_object('id', m.creator_id, 'name', coalesce((SELECT o.name FROM people o
    WHERE o.organisation_id = $1 AND o.id = m.creator_id), m.author_name)) AS creator`

function readReports(queries: Queries): TeamReportReader {
  return {
    projects: (person, learnedSince) =>
      queries.list<ProjectReport>(
        `SELECT p.id, p.type, p.identity, p.name, m.memories, m.authors, m.learned,
           (SELECT c.at FROM sync_changes c
             WHERE c.organisation_id = $1 AND c.sequence = m.last) AS last_changed_at
         FROM shared_projects p CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE ${isValid}) AS memories,
             count(DISTINCT m.author_id) FILTER (WHERE ${isValid}) AS authors,
             count(*) FILTER (WHERE ${isValid} AND m.text->>'createdAt' >= $3) AS learned,
             max(m.sequence) AS last
           FROM shared_memories m WHERE m.organisation_id = $1 AND m.project_id = p.id
         ) m
         WHERE ${visibleTo('$2')}
         ORDER BY p.type DESC, lower(p.name), p.id`,
        person,
        learnedSince,
      ),
    memories: (person, filter, limit) =>
      queries.list<ReportedMemory>(
        `SELECT ${memoryColumns} FROM ${visibleMemories} AND ${isValid}
           AND ($3::bigint IS NULL OR m.sequence < $3)
           AND ($4::uuid IS NULL OR m.project_id = $4)
           AND ($5::text IS NULL OR m.text->>'kind' = $5)
           AND ($6::uuid IS NULL OR m.author_id = $6)
           AND ($7::text IS NULL OR m.text->>'createdAt' >= $7)
         ORDER BY m.sequence DESC LIMIT $8`,
        ...[person, filter.before, filter.project, filter.kind, filter.author],
        ...[filter.learnedSince, limit],
      ),
    digests: (person, filter, limit) =>
      queries.list<ReportedDigest>(
        `SELECT ${digestColumns} FROM ${visibleDigests}
           AND ($3::bigint IS NULL OR m.sequence < $3)
           AND ($4::uuid IS NULL OR m.project_id = $4)
           AND ($5::uuid IS NULL OR m.author_id = $5)
           AND ($6::text IS NULL OR m.text->>'endedAt' >= $6)
         ORDER BY m.sequence DESC LIMIT $7`,
        ...[person, filter.before, filter.project, filter.author, filter.endedSince, limit],
      ),
    memory: (person, id) =>
      queries.find<ReportedMemory>(
        `SELECT ${memoryColumns} FROM ${visibleMemories} AND m.id = $3`,
        person,
        id,
      ),
    learned: (person, since) =>
      queries.list<LearnedCount>(
        `SELECT m.text->>'kind' AS kind, ${authorColumn}, count(*) AS memories
         FROM ${visibleMemories} AND ${isValid} AND m.text->>'createdAt' >= $3
         GROUP BY 1, m.author_id, m.author_name ORDER BY memories DESC, kind, m.author_name`,
        person,
        since,
      ),
    changesByDay: (since) =>
      queries.list<DayCount>(
        `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*) AS changes
         FROM sync_changes WHERE organisation_id = $1 AND at >= $2 GROUP BY 1 ORDER BY 1`,
        since,
      ),
    projectsInConflict: (person) =>
      queries.texts(
        `SELECT p.id FROM shared_projects p
         WHERE ${visibleTo('$2')}
           AND EXISTS (SELECT FROM sync_conflicts c
             WHERE c.organisation_id = $1 AND c.project_id = p.id)
         ORDER BY p.id`,
        person,
      ),
    storage: (person) =>
      queries.list<ProjectStorage>(
        `SELECT p.id, m.memories, m.bytes + r.bytes AS bytes FROM shared_projects p
         CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE type = 'memory') AS memories,
             coalesce(sum(pg_column_size(text)), 0) AS bytes
           FROM shared_memories WHERE organisation_id = $1 AND project_id = p.id) m
         CROSS JOIN LATERAL (
           SELECT coalesce(sum(pg_column_size(text)), 0) AS bytes
           FROM shared_revisions WHERE organisation_id = $1 AND project_id = p.id) r
         WHERE ${visibleTo('$2')}
         ORDER BY 3 DESC, p.id`,
        person,
      ),
    requests: (since) =>
      queries.list<PersonRequests>(
        `SELECT split_part(subject, ':', 2) AS person_id, sum(count)::bigint AS requests
         FROM request_counts WHERE organisation_id = $1 AND subject LIKE $2 AND since >= $3
         GROUP BY 1 ORDER BY requests DESC, 1`,
        `${requestLimits.requests.name}:%`,
        since,
      ),
  }
}

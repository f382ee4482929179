/** Reads sessions. */
import type { SessionOrder } from '../../../contract/vocabulary.ts'
import type { BranchPoint } from '../../../core/model/branch.ts'
import { importedName } from '../../../core/model/host-event.ts'
import type {
  History,
  SessionFilter,
  SessionSummary,
  ToolEventSummary,
  Totals,
  TurnDetail,
} from '../../../core/ports/history.ts'
import type { Database } from '../connection/database.ts'

export const firstPrompt = `(SELECT prompt FROM turns WHERE session_id = sessions.id
  AND prompt IS NOT NULL ORDER BY number LIMIT 1) AS first_prompt`

/** The prompts that give a session without a digest its name. */
const openings = `(SELECT json_group_array(prompt) FROM (SELECT substr(prompt, 1, 8000) AS prompt
  FROM turns WHERE session_id = sessions.id AND prompt IS NOT NULL AND origin = 'user'
  ORDER BY number LIMIT 8))`

/** A new event removes the retention mark. */
const isLeaving = 'leaving_since > last_event_at'

const selectSession = `
  SELECT sessions.id, host, host_session_id, project_id, projects.name AS project_name, status,
    started_at, ended_at, end_reason, last_event_at, cwd,
    iif(${isLeaving}, leaving_since, NULL) AS leaving_since, branch, shared_session, agent, trust,
    (SELECT count(*) FROM turns WHERE session_id = sessions.id) AS turns,
    (SELECT count(*) FROM tool_events WHERE session_id = sessions.id) AS tool_events,
    body ->> 'title' AS title, body -> 'glance' AS glance,
    iif(body ->> 'title' IS NULL, ${openings}, NULL) AS openings,
    (SELECT released_at IS NULL FROM proof_sessions AS proof WHERE proof.host = sessions.host
      AND proof.host_session_id = sessions.host_session_id AND is_held_back) AS held_back
  FROM sessions LEFT JOIN projects ON projects.id = project_id
    LEFT JOIN digests ON digests.type = 'session' AND digests.id = sessions.id`

/** Needs the values of `filterValues`. */
const matching = `
  (?1 IS NULL OR project_id = ?1) AND (?2 IS NULL OR host = ?2) AND (?3 IS NULL OR status = ?3)
  AND (?4 IS NULL OR sessions.id IN (SELECT value FROM json_each(?4)))
  AND (?5 IS NULL OR EXISTS (SELECT 1 FROM turns
    WHERE session_id = sessions.id AND instr(lower(prompt), lower(?5)) > 0))
  AND (NOT ?6 OR ${isLeaving})
  AND (?7 IS NULL OR last_event_at >= ?7) AND (?8 IS NULL OR sessions.started_at <= ?8)`

const orders: Record<SessionOrder, string> = {
  latest: 'last_event_at DESC, sessions.id DESC',
  oldest: 'last_event_at, sessions.id',
  longest: 'turns DESC, last_event_at DESC, sessions.id DESC',
}

/** Matches our id or the host's. */
const referredTo =
  'WHERE sessions.id = ?1 OR host_session_id = ?1 ORDER BY last_event_at DESC LIMIT 1'

export function createSessionReader(database: Database) {
  return {
    async sessions(filter) {
      const sessions = database.list<StoredSession>(
        `${selectSession} WHERE ${matching}
         ORDER BY ${orders[filter.order ?? 'latest']} LIMIT ?9 OFFSET ?10`,
        ...filterValues(filter),
        filter.limit,
        filter.offset,
      )
      return Promise.all(sessions.map(toSummary))
    },
    countSessions: async (filter) =>
      database.number(`SELECT count(*) FROM sessions WHERE ${matching}`, ...filterValues(filter)),
    async lastHeard(host) {
      const heard = 'SELECT 1 FROM events WHERE session_id = sessions.id AND name <> ?'
      const [at] = database.texts(
        `SELECT last_event_at FROM sessions WHERE host = ? AND EXISTS (${heard})
         ORDER BY last_event_at DESC LIMIT 1`,
        host,
        importedName,
      )
      return at
    },
    hosts: async () => database.texts('SELECT DISTINCT host FROM sessions ORDER BY host'),
    async session(reference) {
      const found = database.find<StoredSession>(`${selectSession} ${referredTo}`, reference)
      return found && { ...(await toSummary(found)), timeline: readTimeline(database, found.id) }
    },
    sessionId: async (reference) =>
      database.texts(`SELECT id FROM sessions ${referredTo}`, reference)[0],
    isSharedSession: async (name) =>
      database.number('SELECT count(*) FROM sessions WHERE shared_session = ?', name) > 0,
    sessionIds: async (after, limit) =>
      database.texts('SELECT id FROM sessions WHERE id > ? ORDER BY id LIMIT ?', after, limit),
    async lastAnswers(sessionId, limit) {
      const answers = database.texts(
        `SELECT answer FROM turns WHERE session_id = ? AND answer IS NOT NULL
         ORDER BY number DESC LIMIT ?`,
        sessionId,
        limit,
      )
      return answers.toReversed()
    },
    unreadSessions: async ({ projectId, since, quietSince, fewestCharacters }) =>
      database.list(
        `SELECT sessions.id, projects.name AS project, sessions.started_at,
           coalesce(sum(min(length(coalesce(prompt, '')), 16000) + min(length(coalesce(answer, '')), 3000)), 0)
             AS characters
         FROM sessions LEFT JOIN projects ON projects.id = project_id
           LEFT JOIN extraction_states ON extraction_states.session_id = sessions.id
           LEFT JOIN turns ON turns.session_id = sessions.id AND number > coalesce(read_through, 0)
         WHERE (?1 IS NULL OR project_id = ?1) AND (?2 IS NULL OR last_event_at >= ?2)
           AND (status = 'completed' OR last_event_at < ?3)
         GROUP BY sessions.id
         HAVING sum(iif(origin = 'user', length(coalesce(prompt, '')), 0)) >= ?4
           OR read_through > settled_through
         ORDER BY sessions.started_at, sessions.id`,
        projectId,
        since,
        quietSince,
        fewestCharacters,
      ),
    async sessionPlace(id) {
      return database.find(
        // The transcript still contains the deleted turns.
        `SELECT id AS session_id, host, host_session_id, project_id, branch, cwd, trust,
           iif(deleted_through = 0, transcript_path, NULL) AS transcript_path, last_event_at, status,
           (SELECT coalesce(max(number), 0) FROM turns WHERE session_id = sessions.id) AS last_turn
         FROM sessions WHERE id = ?`,
        id,
      )
    },
    async sessionOfMemory(memoryId) {
      const latest = `SELECT id FROM sessions WHERE id IN (${sessionsOfMemory})
        ORDER BY started_at DESC, id DESC LIMIT 1`
      return database.texts(latest, memoryId)[0]
    },
    async memoriesFrom(sessionId) {
      return database.texts(
        `SELECT DISTINCT id FROM memories JOIN memory_sources ON memory_id = id
         WHERE (type = 'session' AND ref = ?1)
           OR (type = 'turn' AND ref IN (SELECT id FROM turns WHERE session_id = ?1))
           OR (type = 'tool-event' AND ref IN (SELECT id FROM tool_events WHERE session_id = ?1))
         ORDER BY id DESC`,
        sessionId,
      )
    },
    async learnedAt(ids) {
      const sources = database.list<{ id: string } & Partial<BranchPoint>>(
        `SELECT memory_id AS id, git_branch AS branch, git_commit AS "commit" FROM memory_sources
         LEFT JOIN turns ON turns.id = CASE type WHEN 'turn' THEN ref
           WHEN 'tool-event' THEN (SELECT turn_id FROM tool_events WHERE tool_events.id = ref) END
         WHERE memory_id IN (SELECT value FROM json_each(?)) AND NOT (type = 'manual' AND ref <> '')`,
        JSON.stringify(ids),
      )
      const points = new Map<string, (BranchPoint | undefined)[]>()
      for (const { id, branch, commit } of sources) {
        const known = points.get(id) ?? []
        points.set(id, known)
        known.push(branch && commit ? { branch, commit } : undefined)
      }
      return points
    },
    async hasReadForeign(sessionId, before) {
      const found = 'SELECT 1 AS one FROM tool_events WHERE session_id = ?1 AND is_foreign = 1'
      const earlier = before === undefined ? '' : ' AND id < ?2'
      const values = before === undefined ? [sessionId] : [sessionId, before]
      return database.find(`${found}${earlier} LIMIT 1`, ...values) !== undefined
    },
    async totals() {
      const count = (table: string) => database.number(`SELECT count(*) FROM ${table}`)
      const tables = ['projects', 'sessions', 'turns', 'events'] as const
      const counts = Object.fromEntries(tables.map((table) => [table, count(table)]))
      return { ...counts, toolEvents: count('tool_events') } as Totals
    },
  } satisfies Partial<History>
}

/** Ids of the sessions from which memory ?1 was learned. */
export const sessionsOfMemory = `
  SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'session'
  UNION ALL SELECT session_id FROM turns WHERE id IN
    (SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'turn')
  UNION ALL SELECT session_id FROM tool_events WHERE id IN
    (SELECT ref FROM memory_sources WHERE memory_id = ?1 AND type = 'tool-event')`

function filterValues(filter: Partial<SessionFilter>) {
  const { projectId, host, status, ids, text, leaving, active } = filter
  const flags = [leaving ? 1 : 0, active?.from, active?.until]
  return [projectId, host, status, ids && JSON.stringify(ids), text, ...flags]
}

export interface ProjectColumns {
  readonly projectId: string | undefined
  readonly projectName: string | undefined
}

interface StoredSession
  extends Omit<SessionSummary, 'project' | 'title' | 'glance' | 'heldBack'>,
    ProjectColumns {
  readonly title: string | undefined
  readonly glance: string | undefined
  readonly heldBack: number | undefined
  /** If there is no title: the first prompts, as JSON. */
  readonly openings: string | undefined
}

async function toSummary({
  openings,
  title,
  glance,
  heldBack,
  ...stored
}: StoredSession): Promise<SessionSummary> {
  return {
    ...withProject(stored),
    title: title ?? (await nameAfter(JSON.parse(openings ?? '[]'))),
    ...(glance !== undefined && { glance: JSON.parse(glance) }),
    ...(heldBack !== undefined && { heldBack: heldBack === 1 }),
  }
}

/** Loaded on demand: most sessions have a digest, and the code that makes titles is slow to load. */
async function nameAfter(prompts: readonly string[]): Promise<string> {
  const { titleFromPrompts } = await import('../../../core/digest/session-title.ts')
  return titleFromPrompts(prompts)
}

export function withProject<T extends ProjectColumns>({ projectId, projectName, ...rest }: T) {
  const project = projectId === undefined ? undefined : { id: projectId, name: projectName ?? '' }
  return { ...rest, project }
}

export const toolEventColumns = `tool_events.id, tool_name, outcome, duration_ms,
  nullif(agent_name, '') AS agent_name, occurred_at, turn_id`

function readTimeline(database: Database, sessionId: string): TurnDetail[] {
  const tools = database.list<ToolEventSummary & { turnId: string | undefined }>(
    `SELECT ${toolEventColumns} FROM tool_events WHERE session_id = ? ORDER BY id`,
    sessionId,
  )
  const byTurn = Map.groupBy(tools, ({ turnId }) => turnId)
  const turns = database.list<TurnDetail>(
    `SELECT id, number, prompt, origin, answer, outcome, started_at, ended_at
     FROM turns WHERE session_id = ? ORDER BY number`,
    sessionId,
  )
  return turns.map((turn) => ({
    ...turn,
    toolEvents: (byTurn.get(turn.id) ?? []).map(({ turnId: _, ...tool }) => tool),
  }))
}

/** Digests of teammates' sessions, and of those on other machines of the user. */
import type { TeamClientStore, TeamDigest } from '../../../core/ports/team/team-client-store.ts'
import type { Database } from '../connection/database.ts'

type TeamDigestStore = Pick<
  TeamClientStore,
  'digest' | 'digests' | 'countDigests' | 'putDigest' | 'removeDigest'
>

const matching = `?1 IS NULL OR project IN (SELECT id FROM team_projects WHERE local_id = ?1)`

export function createTeamDigestStore(database: Database): TeamDigestStore {
  const list = (sql: string, ...values: readonly (string | number | undefined)[]) =>
    database.list<DigestRow>(`SELECT * FROM team_digests WHERE ${sql}`, ...values).map(toDigest)
  return {
    digest: async (project, id) => list('project = ? AND id = ?', project, id)[0],
    digests: async ({ projectId }, limit, offset) =>
      list(
        `${matching} ORDER BY ended_at DESC, id DESC LIMIT ?2 OFFSET ?3`,
        projectId,
        limit,
        offset,
      ),
    countDigests: async ({ projectId }) =>
      database.number(`SELECT count(*) FROM team_digests WHERE ${matching}`, projectId),
    async putDigest({ project, id, author, text }) {
      const row = {
        ...{ project, id, authorId: author.id, authorName: author.name },
        ...{ endedAt: text.endedAt, text: JSON.stringify(text) },
      }
      const replacing = `ON CONFLICT DO UPDATE SET author_id = excluded.author_id,
        author_name = excluded.author_name, ended_at = excluded.ended_at, text = excluded.text`
      database.insert('team_digests', row, replacing)
    },
    async removeDigest(project, id) {
      database.overwriteDeleted()
      database.run('DELETE FROM team_digests WHERE project = ? AND id = ?', project, id)
    },
  }
}

interface DigestRow {
  readonly project: string
  readonly id: string
  readonly authorId: string
  readonly authorName: string
  readonly text: string
}

function toDigest({ project, id, authorId, authorName, text }: DigestRow): TeamDigest {
  return { project, id, author: { id: authorId, name: authorName }, text: JSON.parse(text) }
}

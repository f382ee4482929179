/** Commits as rows. */
import {
  type CommitStore,
  idOfCommit,
  type ProjectCommit,
} from '../../../core/ports/commit-store.ts'
import type { Database } from '../connection/database.ts'
import { rowForm } from '../connection/row-form.ts'
import { removeDocuments } from '../search/search-index.ts'
import type { ChangeRecorder } from './change-feed.ts'

const commits = rowForm<ProjectCommit>({ json: ['files'] })

const select = 'SELECT id, project_id, hash, author, at, message, files FROM commits'

/** A history is read from a tip, without known tips and their ancestors; older tips help branches. */
const mostTips = 20

export function createCommitStore(database: Database, changes: ChangeRecorder): CommitStore {
  return {
    async add(found) {
      let added = 0
      for (const commit of found) {
        const isNew = database.insert('commits', commits.write(commit), 'ON CONFLICT DO NOTHING')
        if (isNew > 0) changes.record('commit', commit.id, 'created', { at: commit.at })
        added += isNew
      }
      return added
    },
    async findMany(ids) {
      const sql = `${select} WHERE id IN (SELECT value FROM json_each(?))`
      return database.list<object>(sql, JSON.stringify(ids)).map(commits.read)
    },
    async keepNewest(projectId, most) {
      const sql = `SELECT id FROM commits WHERE project_id = ?
        ORDER BY at DESC, id LIMIT -1 OFFSET ?`
      deleteCommits(database, changes, database.texts(sql, projectId, most))
    },
    tips: async (projectId) =>
      database.texts(
        `SELECT hash FROM commit_tips WHERE project_id = ? ORDER BY at DESC LIMIT ${mostTips}`,
        projectId,
      ),
    async addTip(projectId, hash, at) {
      database.put('commit_tips', { projectId, hash, at })
      database.run(
        `DELETE FROM commit_tips WHERE project_id = ?1 AND hash NOT IN
           (SELECT hash FROM commit_tips WHERE project_id = ?1 ORDER BY at DESC LIMIT ${mostTips})`,
        projectId,
      )
    },
    async unconsidered(projectId, since, { limit, offset }) {
      const sql = `${select} WHERE project_id = ?1 AND at >= ?2 AND is_considered = 0
        AND message NOT IN (SELECT message FROM commits WHERE project_id = ?1 AND is_considered = 1)
        ORDER BY at DESC, id LIMIT ?3 OFFSET ?4`
      return database.list<object>(sql, projectId, since, limit, offset).map(commits.read)
    },
    async markConsidered(ids) {
      const given = '(SELECT value FROM json_each(?))'
      database.run(`UPDATE commits SET is_considered = 1 WHERE id IN ${given}`, JSON.stringify(ids))
    },
    async reverting(projectId, since) {
      const sql = `${select} WHERE project_id = ? AND at >= ?
        AND (message LIKE 'revert%' OR message LIKE 'reapply%' OR message LIKE '%reverts commit%')`
      return database.list<object>(sql, projectId, since).map(commits.read)
    },
    deleteOf: async (projectId) => deleteCommitsOf(database, changes, projectId),
  }
}

/** Returns a commit's author and time from any project: ids start with the hash. */
export function readAuthorship(database: Database, hash: string) {
  const [from, until] = [idOfCommit(hash, ''), idOfCommit(hash, '\uffff')]
  return database.find<{ author: string; at: string }>(
    'SELECT author, at FROM commits WHERE id >= ? AND id < ? AND hash = ? LIMIT 1',
    from,
    until,
    hash,
  )
}

export function deleteCommitsOf(
  database: Database,
  changes: ChangeRecorder,
  projectId: string,
): number {
  const ids = database.texts('SELECT id FROM commits WHERE project_id = ?', projectId)
  return deleteCommits(database, changes, ids)
}

function deleteCommits(
  database: Database,
  changes: ChangeRecorder,
  ids: readonly string[],
): number {
  if (ids.length === 0) return 0
  database.overwriteDeleted()
  removeDocuments(
    database,
    ids.map((id) => ({ type: 'commit', id })),
  )
  for (const id of ids) changes.record('commit', id, 'removed')
  const given = '(SELECT value FROM json_each(?))'
  return database.run(`DELETE FROM commits WHERE id IN ${given}`, JSON.stringify(ids))
}

/** Writes what an organisation shares, in a transaction with its lock. */
import type {
  KeptAnswer,
  StoredMemory,
  StoredProject,
  TeamSyncStore,
  TeamSyncTransaction,
} from '../../../core/ports/team/team-sync-store.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { readQuota, readSharedUsage } from '../people/people-reader.ts'
import { recordAudit } from '../people/people-store.ts'
import { indexShared } from '../shared-recall/index-shared.ts'
import { openSyncBatch, type SyncBatch } from './sync-batch.ts'
import { readSync, stateColumns, toState } from './sync-reader.ts'

interface SyncWriter extends TeamSyncTransaction, Pick<SyncBatch, 'flush'> {}

/** @param onChange called with the number of each change and the id of what changed */
export function writeSync(
  given: Queries,
  onChange: (sequence: number, id: string) => void = () => undefined,
): SyncWriter {
  const { known, expect, head, keepAnswer, write, flush } = openSyncBatch(given)
  const queries = given.after(flush)
  const findValid = async (condition: string, project: string, value: string, except: string) => {
    const row = await queries.get(
      `SELECT ${stateColumns} FROM shared_memories m WHERE organisation_id = $1
       AND project_id = $2 AND ${condition} AND id <> $4 ORDER BY key IS NOT NULL, id LIMIT 1`,
      ...[project, value, except],
    )
    return row && (toState(row) as StoredMemory)
  }
  return {
    ...readSync(queries),
    ...{ expect, head, flush },
    async answer(person, key) {
      const read = known.answer(key)
      if (read) return read.answer
      const row = await queries.get(
        'SELECT answer FROM sync_answers WHERE organisation_id = $1 AND person_id = $2 AND key = $3',
        person,
        key,
      )
      return row?.answer as KeptAnswer | undefined
    },
    async keepAnswer(personId, key, answer, at) {
      keepAnswer({ personId, key, answer, at })
    },
    async statesOf(id) {
      const read = known.statesOf(id)
      if (read) return [...read]
      const rows = await queries.all(
        `SELECT ${stateColumns} FROM shared_memories m WHERE organisation_id = $1 AND id = $2`,
        id,
      )
      return rows.map(toState)
    },
    countDigests: (project, person) =>
      queries.number(
        `SELECT count(*) FROM shared_memories
         WHERE organisation_id = $1 AND project_id = $2 AND creator_id = $3 AND type = 'digest'`,
        project,
        person,
      ),
    async withKey(project, key, except) {
      const read = known.withKey(key)
      if (read) return pickValid(read, project, except)
      return findValid('key = $3', project, key, except)
    },
    async withContent(project, hash, except) {
      const read = known.withContent(hash)
      if (read) return pickValid(read, project, except)
      return findValid("content_hash = decode($3, 'hex')", project, hash, except)
    },
    async write(state, at) {
      const mark = await write(state, at)
      onChange(mark.sequence, state.id)
      return mark
    },
    async noteFirstShare(person, at) {
      await queries.run(
        `UPDATE people SET first_shared_at = $3
         WHERE organisation_id = $1 AND id = $2 AND first_shared_at IS NULL`,
        person,
        at,
      )
    },
    async keepRevision({ project, id, version, author, text }, replacedAt) {
      await queries.insert('shared_revisions', {
        ...{ projectId: project, memoryId: id, version, replacedAt },
        ...{ authorId: author.id, authorName: author.name, text: JSON.stringify(text) },
      })
    },
    async keepConflict({ project, author, text, ...conflict }) {
      const row = {
        ...conflict,
        ...{ projectId: project, authorId: author.id, authorName: author.name },
        text: JSON.stringify(text),
      }
      // The operation may arrive again after its answer was pruned.
      await queries.insert('sync_conflicts', row, 'ON CONFLICT DO NOTHING')
    },
    async removeConflict(id) {
      await queries.run('DELETE FROM sync_conflicts WHERE organisation_id = $1 AND id = $2', id)
    },
    async erase(project, memoryId) {
      for (const table of ['shared_revisions', 'sync_conflicts']) {
        await queries.run(
          `DELETE FROM ${table} WHERE organisation_id = $1 AND project_id = $2 AND memory_id = $3`,
          project,
          memoryId,
        )
      }
    },
    projectWith: (identities) =>
      queries.find<StoredProject>(
        `${selectProject} AND p.type = 'team' AND (p.identity = ANY ($2) OR EXISTS (
           SELECT FROM shared_project_aliases a
           WHERE a.organisation_id = $1 AND a.project_id = p.id AND a.alias = ANY ($2)))
         ORDER BY p.created_at, p.id LIMIT 1`,
        identities,
      ),
    personalProject: (person) =>
      queries.find<StoredProject>(`${selectProject} AND p.person_id = $2`, person),
    async addProject({ aliases, ...project }, createdAt) {
      await queries.insert('shared_projects', { ...project, createdAt })
      await addAliases(queries, project.id, aliases)
    },
    addAliases: (project, aliases) => addAliases(queries, project, aliases),
    createdBy: (person) =>
      queries.list(
        `SELECT project_id AS project, id FROM shared_memories
         WHERE organisation_id = $1 AND creator_id = $2 AND (type = 'memory' OR type = 'digest')
         ORDER BY sequence`,
        person,
      ),
    quota: async (person) => ({
      quota: await readQuota(queries),
      used: await readSharedUsage(queries),
      own: (await queries.find<{ memories: number; removals: number }>(
        `SELECT memories, removals FROM shared_usage_by_person
         WHERE organisation_id = $1 AND person_id = $2`,
        person,
      )) ?? { memories: 0, removals: 0 },
    }),
    audit: (entry) => recordAudit(queries, entry),
    async prune({ changes, answers }) {
      // Keep the last change, so that clients that know it need not compare everything.
      await queries.run(
        `DELETE FROM sync_changes c WHERE organisation_id = $1 AND at < $2
         AND NOT EXISTS (SELECT FROM shared_memories m
           WHERE m.organisation_id = $1 AND m.sequence = c.sequence)`,
        changes,
      )
      await queries.run('DELETE FROM sync_answers WHERE organisation_id = $1 AND at < $2', answers)
    },
  }
}

const selectProject = `SELECT p.id, p.type, p.person_id, p.identity, p.name,
  ARRAY(SELECT alias FROM shared_project_aliases a
    WHERE a.organisation_id = $1 AND a.project_id = p.id ORDER BY alias) AS aliases
  FROM shared_projects p WHERE p.organisation_id = $1`

/** Prefers one without a key. */
function pickValid(memories: readonly StoredMemory[], project: string, except: string) {
  const isOther = (each: StoredMemory) =>
    each.project === project.toLowerCase() && each.id !== except.toLowerCase()
  const others = memories.filter(isOther)
  const rank = ({ text, id }: StoredMemory) => `${text.key === undefined ? 0 : 1} ${id}`
  return others.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]
}

async function addAliases(
  queries: Queries,
  projectId: string,
  aliases: readonly string[],
): Promise<void> {
  for (const alias of aliases) {
    await queries.insert('shared_project_aliases', { projectId, alias }, 'ON CONFLICT DO NOTHING')
  }
}

export function openTeamSyncStore(database: TeamDatabase): TeamSyncStore {
  return {
    reading: (organisation) => readSync(database.reading(organisation)),
    async writing(organisation, work) {
      let last: number | undefined
      const result = await database.writing(organisation, (queries) =>
        writeAndIndex(queries, work, (sequence) => {
          last = sequence
        }),
      )
      if (last !== undefined) await database.notify(organisation, last)
      return result
    },
  }
}

/**
 * Needs a transaction with the organisation's lock. Recall finds the writes after the commit.
 * @param onChange called with the number of each change
 */
export async function writeAndIndex<T>(
  queries: Queries,
  work: (tx: TeamSyncTransaction) => Promise<T>,
  onChange: (sequence: number) => void = () => undefined,
): Promise<T> {
  const written = new Set<string>()
  const tx = writeSync(queries, (sequence, memoryId) => {
    written.add(memoryId)
    onChange(sequence)
  })
  const result = await work(tx)
  await tx.flush()
  await indexShared(queries, [...written])
  return result
}

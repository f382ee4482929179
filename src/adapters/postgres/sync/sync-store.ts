/** Writes of what an organisation shares, in a transaction that holds its lock. */
import { randomBytes } from 'node:crypto'
import type { Mark } from '../../../contract/team/sync.ts'
import { hashContent } from '../../../core/memory/new-memory.ts'
import type {
  KeptAnswer,
  StoredMemory,
  StoredProject,
  StoredState,
  TeamSyncStore,
  TeamSyncTransaction,
} from '../../../core/ports/team/team-sync-store.ts'
import { sha256 } from '../../ids.ts'
import type { Columns, Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { readQuota, readSharedUsage } from '../people/people-reader.ts'
import { recordAudit } from '../people/people-store.ts'
import { indexShared } from '../shared-recall/index-shared.ts'
import { readSync, stateColumns, toState } from './sync-reader.ts'

/** @param onChange called with the number of each change, and the id of what changed */
export function writeSync(
  queries: Queries,
  onChange: (sequence: number, id: string) => void = () => undefined,
): TeamSyncTransaction {
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
    async answer(person, key) {
      const row = await queries.get(
        'SELECT answer FROM sync_answers WHERE organisation_id = $1 AND person_id = $2 AND key = $3',
        person,
        key,
      )
      return row?.answer as KeptAnswer | undefined
    },
    async keepAnswer(personId, key, answer, at) {
      await queries.insert('sync_answers', { personId, key, answer: JSON.stringify(answer), at })
    },
    async statesOf(id) {
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
    withKey: (project, key, except) => findValid('key = $3', project, key, except),
    withContent: (project, hash, except) =>
      findValid("content_hash = decode($3, 'hex')", project, hash, except),
    async write(state, at) {
      const mark = await nextChange(queries, at)
      onChange(mark.sequence, state.id)
      const replacing = `ON CONFLICT (organisation_id, project_id, id) DO UPDATE SET ${replaced}`
      await queries.insert(
        'shared_memories',
        { ...stateRow(state), sequence: mark.sequence },
        replacing,
      )
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
      // The last change stays, so that clients who know it need not compare everything.
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

/** Gap-free: the number is taken only if the transaction commits, and only one runs at a time. */
async function nextChange(queries: Queries, at: string): Promise<Mark> {
  const mark = randomBytes(8).toString('hex')
  const sequence = await queries.number(
    `INSERT INTO sync_heads AS h (organisation_id, sequence, mark) VALUES ($1, 1, $2)
     ON CONFLICT (organisation_id) DO UPDATE SET sequence = h.sequence + 1, mark = excluded.mark
     RETURNING sequence`,
    mark,
  )
  await queries.insert('sync_changes', { sequence, mark, at })
  return { sequence, mark }
}

function stateRow(state: StoredState): Columns {
  const { type, id, project, version, author, creator, sharedAt } = state
  const text = 'text' in state ? state.text : undefined
  const isValid = state.type === 'memory' && state.text.validTo === undefined
  const valid = isValid ? state.text : undefined
  const isDigest = state.type === 'digest' || ('of' in state && state.of === 'digest')
  return {
    kind: isDigest ? 'digest' : 'memory',
    ...{ type, id, projectId: project, version, authorId: author.id, authorName: author.name },
    ...{ creatorId: creator, sharedAt },
    text: text && JSON.stringify(text),
    key: valid?.key,
    contentHash: valid && Buffer.from(hashContent(valid.content, sha256), 'hex'),
  }
}

const replaced = `type kind version sequence author_id author_name creator_id text key content_hash
  shared_at`
  .split(/\s+/)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')

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
 * In a transaction that holds the organisation's lock. Recall finds what was written when it commits.
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
  await indexShared(queries, [...written])
  return result
}

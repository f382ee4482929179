/** Which tables contain text, how to find rows with it, and what follows from replacing it. */
import { hashContent } from '../../../core/memory/new-memory.ts'
import { shortId } from '../../../core/model/memory.ts'
import type { PurgePlace } from '../../../core/ports/deletion.ts'
import { sha256 } from '../../ids.ts'
import type { Database } from '../connection/database.ts'
import type { Columns, Row } from '../connection/statement.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { keepPayload, packJson, unpackJson } from '../history/payloads.ts'
import {
  has,
  holdsJson,
  holdsText,
  replaced,
  replaceInJson,
  replaceInJsonText,
  replaceText,
  type TextReplacement,
} from './replace-text.ts'

interface PurgeTable {
  readonly place: PurgePlace
  /** @param isLater whether the previous row's key comes first among the values */
  page(isLater: boolean): string
  keyOf(row: Row): (string | number)[]
  holds(row: Row, tools: PurgeTools): boolean
  replace(row: Row, tools: PurgeTools): void
}

const turnTexts = ['prompt', 'answer', 'git_branch']

export const purgeTables: readonly PurgeTable[] = [
  {
    ...pagedBy('turns', 'rowid', 'rowid AS rowid, *'),
    place: 'prompts and answers',
    holds: (row, { text }) => turnTexts.some((column) => has(row[column], text)),
    replace(row, tools) {
      updateTexts(tools, 'turns', row, turnTexts)
      noteTurn(tools, row)
    },
  },
  {
    ...pagedBy('tool_event_payloads', 'rowid', 'rowid AS rowid, *'),
    place: 'tool inputs and outputs',
    holds: ({ body }, { escaped }) => holdsJson(unpackJson(body), escaped),
    replace: replacePayload,
  },
  {
    ...pagedBy('events', 'id'),
    place: 'other events',
    holds: ({ fields, cwd }, { text, escaped }) =>
      has(cwd, text) || holdsJson(unpackJson(fields), escaped),
    replace({ id, fields, cwd }, tools) {
      const packed = packJson(replaceInJson(unpackJson(fields), tools))
      tools.database.run(
        'UPDATE events SET fields = ?, cwd = ? WHERE id = ?',
        packed,
        replaced(cwd, tools),
        id,
      )
    },
  },
  {
    ...pagedBy('digests', 'type, id'),
    place: 'digests',
    holds: ({ body }, { escaped }) => has(body, escaped),
    replace({ type, id, body }, tools) {
      tools.database.run(
        'UPDATE digests SET body = ? WHERE type = ? AND id = ?',
        replaceInJsonText(String(body), tools),
        type,
        id,
      )
      tools.changes.record('digest', String(id), 'updated')
    },
  },
  {
    ...pagedBy('memories', 'rowid', 'rowid AS rowid, *'),
    place: 'memories',
    holds: ({ content, key, author_name, tags, keywords, files }, { text, escaped }) =>
      [content, key, author_name].some((value) => has(value, text)) ||
      [tags, keywords, files].some((value) => has(value, escaped)),
    replace: purgeMemory,
  },
  {
    ...pagedBy('memory_revisions', 'memory_id, version'),
    place: 'former versions of memories',
    holds: ({ snapshot }, { escaped }) => has(snapshot, escaped),
    replace({ memory_id, version, snapshot }, tools) {
      tools.database.run(
        'UPDATE memory_revisions SET snapshot = ? WHERE memory_id = ? AND version = ?',
        replaceInJsonText(String(snapshot), tools),
        memory_id,
        version,
      )
    },
  },
  {
    ...pagedBy('memory_archive', 'rowid', 'rowid AS rowid, *'),
    place: 'forgotten memories',
    holds: ({ snapshot }, { escaped }) => has(snapshot, escaped),
    replace({ id, snapshot }, tools) {
      tools.database.run(
        'UPDATE memory_archive SET snapshot = ? WHERE id = ?',
        replaceInJsonText(String(snapshot), tools),
        id,
      )
    },
  },
  {
    ...pagedBy('proposals', 'id'),
    place: 'proposals',
    holds: ({ wanted, proposer }, { escaped }) => has(wanted, escaped) || has(proposer, escaped),
    replace({ id, wanted, proposer }, tools) {
      tools.database.run(
        'UPDATE proposals SET wanted = ?, proposer = ? WHERE id = ?',
        replaceInJsonText(String(wanted), tools),
        replaceInJsonText(String(proposer), tools),
        id,
      )
      tools.changes.record('proposal', String(id), 'updated')
    },
  },
  {
    ...pagedBy('team_outbox', 'position'),
    place: 'other rows',
    holds: ({ payload, problem }, { text, escaped }) => has(payload, escaped) || has(problem, text),
    replace({ position, problem }, tools) {
      // What is sent to the team server is read again from the memory.
      tools.database.run(
        'UPDATE team_outbox SET payload = NULL, problem = ? WHERE position = ?',
        replaced(problem, tools),
        position,
      )
    },
  },
  {
    ...pagedBy('team_shadows', 'project, memory_id'),
    place: 'other rows',
    holds: ({ state }, { escaped }) => has(state, escaped),
    replace({ project, memory_id, state }, tools) {
      tools.database.run(
        'UPDATE team_shadows SET state = ? WHERE project = ? AND memory_id = ?',
        replaceInJsonText(String(state), tools),
        project,
        memory_id,
      )
    },
  },
  {
    ...pagedBy('team_digests', 'project, id'),
    place: 'digests',
    holds: ({ author_name, text: body }, { text, escaped }) =>
      has(author_name, text) || has(body, escaped),
    replace({ project, id, author_name, text }, tools) {
      tools.database.run(
        'UPDATE team_digests SET author_name = ?, text = ? WHERE project = ? AND id = ?',
        replaced(author_name, tools),
        replaceInJsonText(String(text), tools),
        project,
        id,
      )
    },
  },
  ...others({
    team_connection: ['server', 'organisation_name', 'person_name', 'problem', 'policy'],
    team_projects: ['name'],
    team_people: ['name'],
    sessions: [
      ...['cwd', 'branch', 'transcript_path', 'model', 'end_reason', 'shared_session', 'agent'],
      'written_files',
    ],
    tool_events: ['tool_name', 'agent_name'],
    memory_sources: ['ref'],
    projects: ['identity', 'name', 'root'],
    project_aliases: ['identity'],
    project_merges: ['identity', 'name', 'root', 'moved'],
    ...{ jobs: ['error'], lifecycle_deliveries: ['error'] },
    injected_lines: ['reason'],
    ...{ memory_checks: ['checks'], chosen_checks: ['checks'] },
    review_decisions: ['applied', 'because'],
    promotions: ['file'],
    guards: ['content', 'patterns', 'exceptions', 'last_call'],
    commits: ['author', 'message', 'files'],
  }),
]

/** Reads a page of a table in key order, after the given key. */
function pagedBy(table: string, key: string, columns = '*') {
  const marks = key
    .split(', ')
    .map(() => '?')
    .join(', ')
  return {
    page: (isLater: boolean) =>
      `SELECT ${columns} FROM ${table} ${isLater ? `WHERE (${key}) > (${marks})` : ''}
       ORDER BY ${key} LIMIT ?`,
    keyOf: (row: Row) => key.split(', ').map((column) => row[column] as string | number),
  }
}

/** Rows with short quotes: a path, a name, an error. */
function others(columnsByTable: Readonly<Record<string, readonly string[]>>): PurgeTable[] {
  const keys: Readonly<Record<string, string>> = {
    lifecycle_deliveries: 'subscriber, session_id, sequence',
    injected_lines: 'injection_id, position',
    ...{ memory_checks: 'memory_id', chosen_checks: 'memory_id', guards: 'memory_id' },
    promotions: 'memory_id',
    memory_sources: 'memory_id, type, ref',
    ...{ project_merges: 'project_id', project_aliases: 'identity', team_connection: 'only' },
  }
  return Object.entries(columnsByTable).map(([table, columns]) => {
    const key = keys[table] ?? 'id'
    return {
      ...pagedBy(table, key),
      place: 'other rows',
      holds: (row, tools) => columns.some((column) => holdsText(column, row[column], tools)),
      replace(row, tools) {
        updateTexts(tools, table, row, columns, key)
        if (table === 'sessions') noteSession(tools, row)
        if (table === 'commits') tools.changes.record('commit', String(row.id), 'updated')
        if (table === 'tool_events') tools.changes.record('tool-event', String(row.id), 'updated')
      },
    }
  })
}

function updateTexts(
  tools: PurgeTools,
  table: string,
  row: Row,
  columns: readonly string[],
  key = 'id',
): void {
  const names = key.split(', ')
  tools.database.run(
    `UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join(', ')}
     WHERE ${names.map((name) => `${name} = ?`).join(' AND ')}`,
    ...columns.map((column) => replaceText(column, row[column], tools)),
    ...names.map((name) => row[name] ?? null),
  )
}

/** The next catch-up removes its words from the index; its vector goes at once. */
function noteTurn({ database, changes }: PurgeTools, { id, session_id }: Partial<Row>): void {
  database.run("DELETE FROM vectors WHERE type = 'turn' AND id = ?", id)
  database.run("DELETE FROM vectors WHERE type = 'session' AND id = ?", session_id)
  changes.record('turn', String(id), 'updated')
  changes.record('session', String(session_id), 'updated')
}

/** The session's documents name the branch, the agent and the model. */
function noteSession(tools: PurgeTools, { id }: Row): void {
  const { database, changes } = tools
  const own = (table: string) => database.texts(`SELECT id FROM ${table} WHERE session_id = ?`, id)
  for (const turn of own('turns')) changes.record('turn', turn, 'updated')
  for (const event of own('tool_events')) changes.record('tool-event', event, 'updated')
  changes.record('session', String(id), 'updated')
}

/** A payload is stored under the hash of its text, so the new text gets a new row. */
function replacePayload({ hash, body }: Row, tools: PurgeTools): void {
  const { database, changes } = tools
  const successor = keepPayload(database, replaceInJson(unpackJson(body), tools))
  const uses = database.all(
    `SELECT id, turn_id, session_id FROM tool_events WHERE input_hash = ?1
     UNION SELECT id, turn_id, session_id FROM tool_events WHERE output_hash = ?1`,
    hash,
  )
  for (const column of ['input_hash', 'output_hash']) {
    database.run(`UPDATE tool_events SET ${column} = ? WHERE ${column} = ?`, successor, hash)
  }
  database.run('DELETE FROM tool_event_payloads WHERE hash = ?', hash)
  for (const use of uses) {
    changes.record('tool-event', String(use.id), 'updated')
    if (use.turn_id !== null) noteTurn(tools, { ...use, id: use.turn_id })
  }
}

/** Changes the memory in place: a revision would keep the text. */
function purgeMemory(row: Row, tools: PurgeTools): void {
  const { database, changes, text, marker } = tools
  const id = String(row.id)
  const content = String(row.content).replaceAll(text, marker)
  const contentHash = Buffer.from(hashContent(content, sha256), 'hex')
  const key = String(row.key).includes(text) ? `redacted-${shortId(id)}` : String(row.key)
  database.run('DELETE FROM extracted_items WHERE content_hash = ?', row.content_hash)
  database.update('memories', id, {
    ...closedBy(tools, row, contentHash),
    content,
    contentHash,
    key,
    authorName: replaced(row.author_name, tools),
    tags: replaceInJsonText(String(row.tags), tools),
    keywords: replaceInJsonText(String(row.keywords), tools),
    files: replaceInJsonText(String(row.files), tools),
  })
  database.run("DELETE FROM vectors WHERE type = 'memory' AND id = ?", id)
  changes.record('memory', id, 'updated', { version: Number(row.version) })
}

/** Two memories that differed only in this text now say the same; one is enough. */
function closedBy({ database }: PurgeTools, row: Row, contentHash: Buffer): Columns {
  if (row.key !== '' || row.valid_to !== null) return {}
  const same = database.get(
    `SELECT id FROM memories WHERE scope = ? AND scope_id = ? AND content_hash = ? AND key = ''
     AND valid_to IS NULL AND id <> ?`,
    row.scope,
    row.scope_id,
    contentHash,
    row.id,
  )
  return same ? { validTo: row.updated_at, supersededBy: same.id } : {}
}

export interface PurgeTools extends TextReplacement {
  readonly database: Database
  readonly changes: ChangeRecorder
}

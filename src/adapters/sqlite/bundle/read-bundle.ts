/** Reads the lines of a bundle from one snapshot of the database, on its own connection. */
import { DatabaseSync } from 'node:sqlite'
import type {
  BundleLine,
  BundleMemoryLine,
  BundleProjectLine,
  ForgottenLine,
} from '../../../contract/bundle.ts'
import type { Json } from '../../../core/model/json.ts'
import type { BundleSelection, BundleSnapshot } from '../../../core/ports/transfer.ts'
import { toValue } from '../../column-names.ts'
import { translating } from '../connection/errors.ts'
import { prepareStatement, type Row } from '../connection/statement.ts'
import { unpackJson } from '../history/payloads.ts'
import { parseMemory, toMemory } from '../memory/memory-rows.ts'
import { type BundleTable, bundleTables } from './bundle-tables.ts'

type Read = (sql: string, ...values: string[]) => Iterable<Row>

/** @param file of an open store, so that its tables are up to date */
export function openBundleSnapshot(file: string): BundleSnapshot {
  const connection = translating(() => new DatabaseSync(file, { readOnly: true }))
  connection.exec('BEGIN')
  const read: Read = (sql, ...values) => prepareStatement(connection, sql).each(values)
  return {
    counts: (selection) =>
      Object.fromEntries(
        Object.entries(counted).map(([name, from]) => [name, countOf(read, from, selection)]),
      ),
    lines: (selection) => readLines(read, selection),
    close: () => connection.close(),
  }
}

const counted = {
  projects: { name: 'projects', ofProject: 'id = ?1', isAboutMemories: true },
  memories: { name: 'memories', ofProject: scoped(), isAboutMemories: true },
  forgotten: { name: 'memory_tombstones', ofProject: scoped(), isAboutMemories: true },
  ...Object.fromEntries(
    ['sessions', 'turns', 'tool_events'].map((name) => [
      name === 'tool_events' ? 'toolEvents' : name,
      bundleTables.find((table) => table.name === name) ?? { name },
    ]),
  ),
} satisfies Record<string, BundleTable>

function countOf(read: Read, table: BundleTable, selection: BundleSelection): number {
  const rows = select('count(*) AS count', table, selection)
  const [row] = rows ? read(rows.sql, ...rows.values) : []
  return Number(row?.count ?? 0)
}

function* readLines(read: Read, selection: BundleSelection): Generator<BundleLine> {
  const all = (name: keyof typeof counted) => {
    const { sql, values } = select('*', counted[name], selection) ?? { sql: '', values: [] }
    return read(`${sql} ORDER BY id`, ...values)
  }
  for (const row of all('projects')) yield projectLine(read, row)
  for (const row of all('memories')) yield readMemoryLine(read, row)
  for (const { id, superseded_by: by } of all('memories')) {
    if (by !== null) yield { type: 'successor', id: String(id), by: String(by) }
  }
  for (const row of all('forgotten')) yield forgottenLine(read, row)
  for (const table of bundleTables) {
    const rows = select('*', table, selection)
    if (!rows) continue
    for (const row of read(rows.sql, ...rows.values)) {
      yield { type: 'row', table: table.name, row: toJson(read, table, row) }
    }
  }
}

/** @returns undefined if the table is not in the selection */
function select(
  columns: string,
  { name, ofProject, isAboutMemories }: BundleTable,
  { contents, projectId }: BundleSelection,
): { sql: string; values: string[] } | undefined {
  if (contents === 'memories' && !isAboutMemories) return undefined
  if (projectId === undefined) return { sql: `SELECT ${columns} FROM ${name}`, values: [] }
  if (ofProject === undefined) return undefined
  return { sql: `SELECT ${columns} FROM ${name} WHERE ${ofProject}`, values: [projectId] }
}

function scoped(): string {
  return `(scope = 'project' AND scope_id = ?1)`
}

function projectLine(read: Read, row: Row): BundleProjectLine {
  const texts = (column: string, table: string) =>
    Array.from(
      read(`SELECT ${column} AS text FROM ${table} WHERE project_id = ?`, String(row.id)),
      ({ text }) => String(text),
    )
  return {
    type: 'project',
    ...toValue<Omit<BundleProjectLine, 'type' | 'aliases' | 'commits'>>(row),
    aliases: texts('identity', 'project_aliases'),
    commits: texts('commit_id', 'project_commits'),
  }
}

export function readMemoryLine(read: Read, row: Row): BundleMemoryLine {
  const id = String(row.id)
  const revisions = read('SELECT * FROM memory_revisions WHERE memory_id = ? ORDER BY version', id)
  return {
    type: 'memory',
    memory: plain(toMemory(row)),
    versionFrom: String(row.version_from),
    sources: Array.from(
      read('SELECT type, ref FROM memory_sources WHERE memory_id = ? ORDER BY type, ref', id),
      toValue<BundleMemoryLine['sources'][number]>,
    ),
    revisions: Array.from(revisions, (each) => ({
      validFrom: String(each.valid_from),
      validTo: String(each.valid_to),
      memory: plain({
        ...parseMemory(String(each.snapshot)),
        scope: each.scope as BundleMemoryLine['memory']['scope'],
        scopeId: String(each.scope_id),
      }),
    })),
  }
}

/** Leaves out the hash, which the reader computes. */
function plain({
  contentHash: _,
  ...memory
}: ReturnType<typeof toMemory>): BundleMemoryLine['memory'] {
  return memory as BundleMemoryLine['memory']
}

function forgottenLine(read: Read, row: Row): ForgottenLine {
  const [archived] = read('SELECT snapshot FROM memory_archive WHERE id = ?', String(row.id))
  return {
    type: 'forgotten',
    ...toValue<Omit<ForgottenLine, 'type' | 'archive'>>(row),
    archive: archived && JSON.parse(String(archived.snapshot)),
  }
}

function toJson(read: Read, table: BundleTable, row: Row): Record<string, Json> {
  const { blobs = [], json = [], packed = [], payloads = {} } = table
  const value: Record<string, Json> = {}
  for (const [column, cell] of Object.entries(row)) {
    const member = payloads[column]
    if (cell === null || cell === undefined) continue
    if (member !== undefined) value[member] = payloadOf(read, cell as Uint8Array)
    else if (blobs.includes(column)) value[column] = Buffer.from(cell as Uint8Array).toString('hex')
    else if (packed.includes(column)) value[column] = unpackJson(cell)
    else if (json.includes(column)) value[column] = JSON.parse(String(cell))
    else value[column] = cell as string | number
  }
  return value
}

function payloadOf(read: Read, hash: Uint8Array): Json {
  const hex = Buffer.from(hash).toString('hex')
  const [row] = read('SELECT body FROM tool_event_payloads WHERE hash = unhex(?)', hex)
  return row ? unpackJson(row.body) : null
}

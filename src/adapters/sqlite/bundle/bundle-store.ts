/** Writes the lines of a bundle into the tables. */

import type { BundleMemoryLine, ForgottenLine, RowLine } from '../../../contract/bundle.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { hashContent } from '../../../core/memory/new-memory.ts'
import type { Json } from '../../../core/model/json.ts'
import type { Memory } from '../../../core/model/memory.ts'
import type { BundleStore } from '../../../core/ports/transfer.ts'
import { sha256 } from '../../ids.ts'
import type { Database } from '../connection/database.ts'
import { listTables, type Table } from '../connection/salvage.ts'
import type { Columns } from '../connection/statement.ts'
import type { ChangeRecorder } from '../history/change-feed.ts'
import { keepPayload, packJson } from '../history/payloads.ts'
import { insertMemory, insertRevision, memoryColumns } from '../memory/memory-rows.ts'
import { type BundleTable, bundleTables } from './bundle-tables.ts'
import { readMemoryLine } from './read-bundle.ts'

export function createBundleStore(database: Database, changes: ChangeRecorder): BundleStore {
  return {
    async memory(id) {
      const row = database.get('SELECT * FROM memories WHERE id = ?', id)
      return row && readMemoryLine((sql, ...values) => database.all(sql, ...values), row)
    },
    async putMemory(line) {
      putMemory(database, line)
      const { id, version, updatedAt: at } = line.memory
      // Recorded as restored, so that subscribers are not notified about old memories.
      changes.record('memory', id, 'restored', { version, at })
    },
    async putForgotten(line) {
      putForgotten(database, line)
    },
    async setSuccessor(id, by) {
      const isSet = database.run(
        `UPDATE memories SET superseded_by = ?2 WHERE id = ?1 AND superseded_by IS NULL
         AND valid_to IS NOT NULL AND EXISTS (SELECT 1 FROM memories WHERE id = ?2)`,
        id,
        by,
      )
      if (isSet > 0) changes.record('memory', id, 'restored')
    },
    async sessionOf(host, hostSessionId) {
      const named = 'SELECT id FROM sessions WHERE host = ? AND host_session_id = ?'
      return database.texts(named, host, hostSessionId)[0]
    },
    putRow: async (line) => putRow(database, changes, line),
  }
}

function putMemory(database: Database, { memory: given, ...state }: BundleMemoryLine): void {
  const memory = { ...toStored(given), supersededBy: undefined }
  const { id } = memory
  if (database.has('SELECT 1 FROM memories WHERE id = ?', id)) {
    database.overwriteDeleted()
    const { key, validTo, ...rest } = memory
    const cleared = Object.fromEntries(optional.map((name) => [name, memory[name] ?? null]))
    const columns = memoryColumns({
      ...rest,
      ...cleared,
      key: key ?? null,
      validTo: validTo ?? null,
    })
    database.update('memories', id, { ...columns, versionFrom: state.versionFrom })
    database.run('DELETE FROM memory_revisions WHERE memory_id = ?', id)
  } else {
    insertMemory(database, memory, state.versionFrom)
  }
  for (const { type, ref } of state.sources) {
    database.insert('memory_sources', { memoryId: id, type, ref }, 'ON CONFLICT DO NOTHING')
  }
  for (const { validFrom, validTo, memory: former } of state.revisions) {
    insertRevision(database, { validFrom, validTo, memory: toStored(former) })
  }
}

const optional = [
  ...(['supersededBy', 'author', 'confirmation', 'confirmedAt', 'host'] as const),
  ...(['lastUsedAt', 'commit'] as const),
]

const toStored = (given: BundleMemoryLine['memory']) =>
  ({ ...given, contentHash: hashContent(given.content, sha256) }) as Memory

function putForgotten(database: Database, { type: _, archive, ...tombstone }: ForgottenLine): void {
  const isNew = database.insert('memory_tombstones', tombstone, 'ON CONFLICT DO NOTHING') > 0
  if (!isNew || !archive) return
  const snapshot = JSON.stringify({ ...archive, memory: toStored(archive.memory) })
  database.insert('memory_archive', { ...tombstone, snapshot }, 'ON CONFLICT DO NOTHING')
}

function putRow(
  database: Database,
  changes: ChangeRecorder,
  { table: name, row }: RowLine,
): boolean {
  const table = bundleTables.find((each) => each.name === name)
  const schema = table && tableOf(database, name)
  if (!table || !schema) return false
  const columns = toColumns(database, table, row)
  const suffix = onConflict(table, schema)
  if (!tryToInsert(database, name, [columns, withoutLoose(schema, columns)], suffix)) return false
  // Derived from part of the session. The bundle's own follow; the others are made again.
  if (name === 'sessions')
    database.run('DELETE FROM digests WHERE session_id = ?', row.id as string)
  const { subject } = table
  if (subject) changes.record(subject, String(row.id), 'created')
  return true
}

const schemas = new WeakMap<Database, Map<string, Table>>()

/** Cached, because reading the schema takes longer than writing a row. */
function tableOf(database: Database, name: string): Table | undefined {
  const known =
    schemas.get(database) ?? new Map(listTables(database).map((table) => [table.name, table]))
  schemas.set(database, known)
  return known.get(name)
}

/** Payloads are stored under their hash, so put the hash back into the row. */
function toColumns(database: Database, table: BundleTable, row: Record<string, Json>): Columns {
  const { blobs = [], json = [], packed = [], payloads = {} } = table
  const columns: Record<string, Columns[string]> = {}
  for (const [column, member] of Object.entries(payloads)) {
    columns[column] = keepPayload(database, row[member] ?? null)
  }
  for (const [column, cell] of Object.entries(row)) {
    if (blobs.includes(column)) columns[column] = Buffer.from(String(cell), 'hex')
    else if (packed.includes(column)) columns[column] = packJson(cell)
    else if (json.includes(column)) columns[column] = JSON.stringify(cell)
    else if (typeof cell === 'string' || typeof cell === 'number') columns[column] = cell
  }
  return columns
}

function onConflict({ replaces }: BundleTable, { columns }: Table): string {
  if (!replaces) return 'ON CONFLICT DO NOTHING'
  const { key, when } = replaces
  const assignments = columns
    .filter((each) => each !== key)
    .map((each) => `${each} = excluded.${each}`)
  return `ON CONFLICT (${key}) DO UPDATE SET ${assignments.join(', ')} WHERE ${when}
    ON CONFLICT DO NOTHING`
}

/** Drops optional references to sessions, turns or memories that do not exist. */
function withoutLoose({ references }: Table, columns: Columns): Columns {
  const loose = references.filter(({ isRequired }) => !isRequired)
  return { ...columns, ...Object.fromEntries(loose.map(({ column }) => [column, null])) }
}

/** @throws ThroughlineError for errors of the store, not of the row */
function tryToInsert(
  database: Database,
  table: string,
  attempts: readonly Columns[],
  suffix: string,
): boolean {
  for (const columns of attempts) {
    try {
      return database.insert(table, columns, suffix) > 0
    } catch (error) {
      if (error instanceof ThroughlineError) throw error
    }
  }
  return false
}

/**
 * Copies what is still readable in a damaged database. Reads each table from its start up to the
 * damage, then from its end, so that only the damaged page is lost. Leaves out derived tables.
 */
import { DatabaseSync } from 'node:sqlite'
import { ThroughlineError } from '../../../contract/errors.ts'
import { refillChanges } from '../history/change-feed.ts'
import type { Database } from './database.ts'
import type { Row } from './rows.ts'
import { listTables, type Table } from './tables.ts'

const derived = /^(?:search_|vector|digests$|changes$|change_cursors$|sqlite_)/

/** @returns how many memories were saved; `into` stays usable even if it fails */
export async function salvage(damaged: string, into: Database): Promise<number> {
  try {
    const from = new DatabaseSync(damaged, { readOnly: true })
    try {
      await into.transaction(
        () => {
          carryOver(from, into)
          refillChanges(into)
        },
        { durable: true },
      )
    } finally {
      from.close()
    }
    return into.number('SELECT count(*) FROM memories')
  } catch {
    return 0
  }
}

function carryOver(from: DatabaseSync, into: Database): void {
  for (const table of listTables(into)) {
    if (derived.test(table.name)) continue
    if (!readRows(from, into, table, 'ASC')) readRows(from, into, table, 'DESC')
    emptyDangling(into, table)
  }
}

/** @returns false if it met damage */
function readRows(
  from: DatabaseSync,
  into: Database,
  table: Table,
  direction: 'ASC' | 'DESC',
): boolean {
  const order = table.order.map((column) => `${column} ${direction}`).join(', ')
  try {
    const rows = from.prepare(`SELECT * FROM ${table.name} ORDER BY ${order}`).iterate()
    for (const row of rows) putRow(into, table, row as Row)
    return true
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    return false
  }
}

/** If a row it refers to is lost, drops the reference; a row that requires it is dropped too. */
function putRow(into: Database, table: Table, row: Row): void {
  const known = table.columns.filter((column) => row[column] !== undefined)
  const whole = Object.fromEntries(known.map((column) => [column, row[column] ?? null]))
  const loose = table.references.filter(({ isRequired }) => !isRequired)
  const alone = { ...whole, ...Object.fromEntries(loose.map(({ column }) => [column, null])) }
  if (!tryToInsert(into, table, whole)) tryToInsert(into, table, alone)
}

/** @throws ThroughlineError for faults of the store, not of the row */
function tryToInsert(into: Database, { name }: Table, row: Row): boolean {
  try {
    into.insert(name, row, 'ON CONFLICT DO NOTHING')
    return true
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    return false
  }
}

/** References within a table are checked only at commit. */
function emptyDangling(into: Database, { name, references }: Table): void {
  for (const { column, parent, parentColumn } of references) {
    if (parent !== name) continue
    into.run(
      `UPDATE ${name} SET ${column} = NULL
       WHERE ${column} NOT IN (SELECT ${parentColumn} FROM ${name})`,
    )
  }
}

/**
 * Carries over what can still be read of a damaged database. A table is read from its beginning up
 * to the damage and then from its end, so that a damaged page costs what is in it. What is derived
 * is made anew.
 */
import { DatabaseSync } from 'node:sqlite'
import { ThroughlineError } from '../../../contract/errors.ts'
import { refillChanges } from '../history/change-feed.ts'
import type { Database, Row } from './database.ts'
import { insertRow } from './rows.ts'
import { listTables, type Table } from './tables.ts'

const derived = /^(?:search_|vector|digests$|changes$|change_cursors$|sqlite_)/

/** @returns how many memories; whatever goes wrong, `into` stays usable */
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
    return Number(into.get('SELECT count(*) AS count FROM memories')?.count)
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

/** @returns false when it came upon damage */
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

/** What it refers to may be lost: then without that, where it may be, or not at all. */
function putRow(into: Database, table: Table, row: Row): void {
  const known = table.columns.filter((column) => row[column] !== undefined)
  const whole = Object.fromEntries(known.map((column) => [column, row[column] ?? null]))
  const loose = table.references.filter(({ isRequired }) => !isRequired)
  const alone = { ...whole, ...Object.fromEntries(loose.map(({ column }) => [column, null])) }
  if (!tryToInsert(into, table, whole)) tryToInsert(into, table, alone)
}

/** @throws ThroughlineError when it is not the row that is wrong */
function tryToInsert(into: Database, { name }: Table, row: Row): boolean {
  try {
    insertRow(into, name, row, 'ON CONFLICT DO NOTHING')
    return true
  } catch (error) {
    if (error instanceof ThroughlineError) throw error
    return false
  }
}

/** References within a table are checked only at the end. */
function emptyDangling(into: Database, { name, references }: Table): void {
  for (const { column, parent, parentColumn } of references) {
    if (parent !== name) continue
    into.run(
      `UPDATE ${name} SET ${column} = NULL
       WHERE ${column} NOT IN (SELECT ${parentColumn} FROM ${name})`,
    )
  }
}

/** How large the file is, and whether it is sound. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Database } from './database.ts'
import { isCorrupt } from './errors.ts'

export function databaseBytes(database: Database): number {
  const pages = Number(database.get('PRAGMA page_count')?.page_count)
  return pages * Number(database.get('PRAGMA page_size')?.page_size)
}

/** Beyond this size looking through the whole file would hold up the start for seconds. */
const mostVerifiedBytes = 256 * 1024 * 1024

/** @throws ThroughlineError `corrupt-database` */
export function refuseDamaged(database: Database): void {
  if (databaseBytes(database) > mostVerifiedBytes) return
  const finding = database.get('PRAGMA quick_check(1)')?.quick_check
  if (finding !== 'ok') {
    throw new ThroughlineError('corrupt-database', `the database file is damaged: ${finding}`)
  }
}

/** SQLite's own findings; empty when the file is sound. */
export function checkIntegrity(database: Database): string[] {
  const damage = look(() =>
    database.all('PRAGMA integrity_check').map((row) => String(row.integrity_check)),
  )
  const orphans = look(() =>
    database.all('PRAGMA foreign_key_check').map((row) => `orphan in ${row.table}`),
  )
  return [...new Set([...damage.filter((finding) => finding !== 'ok'), ...orphans])]
}

/** A check may itself stumble over the damage it looks for. */
function look(check: () => string[]): string[] {
  try {
    return check()
  } catch (error) {
    if (isCorrupt(error)) return [(error as Error).message]
    throw error
  }
}

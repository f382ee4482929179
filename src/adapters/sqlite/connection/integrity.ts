/** How large the file is, and whether it is sound. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Database } from './database.ts'
import { isCorrupt } from './errors.ts'

export function databaseBytes(database: Database): number {
  return database.number('PRAGMA page_count') * database.number('PRAGMA page_size')
}

export function freeBytes(database: Database): number {
  return database.number('PRAGMA freelist_count') * database.number('PRAGMA page_size')
}

/** Verifying a larger file would delay the start by seconds. */
const mostVerifiedBytes = 256 * 1024 * 1024

/**
 * @param isKnown damage was found while it was open, so that it is worth the wait
 * @throws ThroughlineError `corrupt-database`
 */
export function refuseDamaged(database: Database, isKnown: boolean): void {
  if (!isKnown && databaseBytes(database) > mostVerifiedBytes) return
  const [finding] = database.texts('PRAGMA quick_check(1)')
  if (finding !== 'ok') {
    throw new ThroughlineError('corrupt-database', `the database file is damaged: ${finding}`)
  }
}

export function checkIntegrity(database: Database): string[] {
  const damage = look(() => database.texts('PRAGMA integrity_check'))
  const orphans = look(() =>
    database.texts('PRAGMA foreign_key_check').map((table) => `orphan in ${table}`),
  )
  return [...new Set([...damage.filter((finding) => finding !== 'ok'), ...orphans])]
}

/** A check may itself fail on the damage. */
function look(check: () => string[]): string[] {
  try {
    return check()
  } catch (error) {
    if (isCorrupt(error)) return [(error as Error).message]
    throw error
  }
}

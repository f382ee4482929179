/** Measures the file and checks it for damage. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Database } from './database.ts'
import { isCorrupt } from './errors.ts'

export function databaseBytes(database: Database): number {
  return database.number('PRAGMA page_count') * database.number('PRAGMA page_size')
}

export function freeBytes(database: Database): number {
  return database.number('PRAGMA freelist_count') * database.number('PRAGMA page_size')
}

/** Checking a larger file would delay the start by seconds. */
const mostVerifiedBytes = 256 * 1024 * 1024

/**
 * @param isKnown whether damage was found while it was open, which justifies a full check
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

/** The damage may make the check itself fail. */
function look(check: () => string[]): string[] {
  try {
    return check()
  } catch (error) {
    if (isCorrupt(error)) return [(error as Error).message]
    throw error
  }
}

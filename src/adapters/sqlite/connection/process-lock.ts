/**
 * A lock between processes that cannot become stale: the kernel releases it when the process ends.
 * It uses SQLite's file lock, because Node has none.
 */
import { truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ThroughlineError } from '../../../contract/errors.ts'
import { isBusy, isCorrupt, makePrivateFile, translateSqliteError } from './errors.ts'

export interface ProcessLock {
  release(): void
}

/**
 * @param patienceMs how long to wait for another process; blocks this one
 * @returns undefined if another process holds the lock
 */
export function tryLock(file: string, patienceMs = 0): ProcessLock | undefined {
  makePrivateFile(file)
  const connection = new DatabaseSync(file, { timeout: patienceMs })
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    connection.close()
    const error = translateSqliteError(cause)
    if (isBusy(error)) return undefined
    if (!isCorrupt(error)) throw error
    // The file contains no data, and SQLite cannot lock a corrupt one.
    truncateSync(file)
    return tryLock(file, patienceMs)
  }
  return { release: () => connection.close() }
}

interface Conflict {
  readonly patienceMs?: number
  /** The error if another process holds the lock. */
  readonly message: string
  readonly hint: string
}

/** @throws ThroughlineError `conflict` if another process holds the lock */
export async function withLock<T>(
  file: string,
  { patienceMs, message, hint }: Conflict,
  work: () => Promise<T>,
): Promise<T> {
  const lock = tryLock(file, patienceMs)
  if (!lock) throw new ThroughlineError('conflict', message, { hint })
  try {
    return await work()
  } finally {
    lock.release()
  }
}

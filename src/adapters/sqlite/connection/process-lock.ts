/**
 * A lock between processes that cannot go stale: the kernel frees it with its holder, however that
 * one ends. SQLite's file lock does it on every platform, which Node itself offers on none.
 */
import { truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy, isCorrupt, translateSqliteError } from './errors.ts'
import { makePrivateFile } from './private-file.ts'

export interface ProcessLock {
  release(): void
}

/**
 * @param patienceMs how long it waits for another holder, and with it all that this process does
 * @returns undefined when another process holds it
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
    // It holds nothing of ours, and what is garbage nobody can have locked.
    truncateSync(file)
    return tryLock(file, patienceMs)
  }
  return { release: () => connection.close() }
}

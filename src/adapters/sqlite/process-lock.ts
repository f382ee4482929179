/**
 * A lock between processes that cannot go stale: the kernel frees it with its holder, however that
 * one ends. SQLite's file lock does it on every platform, which Node itself offers on none.
 */
import { DatabaseSync } from 'node:sqlite'
import { isBusy, translateSqliteError } from './errors.ts'
import { makePrivateFile } from './private-file.ts'

export interface ProcessLock {
  release(): void
}

/** @returns undefined when another process holds it */
export function tryLock(file: string): ProcessLock | undefined {
  makePrivateFile(file)
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    connection.close()
    const error = translateSqliteError(cause)
    if (isBusy(error)) return undefined
    throw error
  }
  return { release: () => connection.close() }
}

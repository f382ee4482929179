/** Changes what config.json says: one process at a time, and the hooks are told what it means. */
import { join } from 'node:path'
import { tryLock } from '../adapters/sqlite/process-lock.ts'
import { ThroughlineError } from '../contract/errors.ts'
import type { HomePaths } from '../home.ts'
import { publishPolicy } from './publish-policy.ts'

/** A change takes a few milliseconds. */
const patienceMs = 5_000

/** @throws ThroughlineError `conflict` when somebody holds the file, `unreadable-home` */
export function changeSettings<T>(paths: HomePaths, change: (file: string) => T): T {
  const lock = tryLock(join(paths.run, 'config.lock'), patienceMs)
  if (!lock) {
    throw new ThroughlineError('conflict', `another process is changing ${paths.config}`, {
      hint: 'try again in a moment',
    })
  }
  try {
    const result = change(paths.config)
    publishPolicy(paths)
    return result
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? unwritable(paths.config, error) : error
  } finally {
    lock.release()
  }
}

function unwritable(file: string, cause: Error): ThroughlineError {
  return new ThroughlineError('unreadable-home', `${file} cannot be written: ${cause.message}`, {
    hint: 'check free space and permissions of the home folder',
    cause,
  })
}

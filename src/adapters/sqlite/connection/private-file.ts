/** Creates files readable only by their owner. SQLite would follow the umask. */
import { closeSync, openSync } from 'node:fs'
import { ThroughlineError } from '../../../contract/errors.ts'

/** @throws ThroughlineError `database-unwritable` */
export function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ThroughlineError('database-unwritable', `${file} cannot be opened (${code})`, {
      hint: 'it must be a writable file in an existing folder',
      cause: error,
    })
  }
}

/** Translates SQLite's result codes to our errors. */

import { closeSync, openSync } from 'node:fs'
import { type ErrorCode, ThroughlineError } from '../../../contract/errors.ts'

interface Meaning {
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

const busy: Meaning = {
  code: 'database-busy',
  message: 'the database is locked by another process',
  hint: 'try again in a moment; nothing was lost',
}
const corrupt: Meaning = {
  code: 'corrupt-database',
  message: 'the database file is damaged',
  hint: 'run `throughline doctor`',
}

const readOnly = 8

const meanings: Record<number, Meaning> = {
  5: busy,
  6: busy,
  [readOnly]: unwritable('the database is read-only'),
  10: unwritable('the disk failed to read or write the database'),
  11: corrupt,
  13: unwritable('the disk is full'),
  14: unwritable('the database file cannot be opened'),
  26: corrupt,
}

/** Too big, constraint violated, wrong type, out of range. */
const dataErrors = new Set([18, 19, 20, 25])

/** Runs `work` and translates its errors. */
export function translating<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateSqliteError(error)
  }
}

/** Returns data errors unchanged; all others become errors of the store. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'ERR_INVALID_STATE') {
    return withCause(unwritable('the database is closed'), error)
  }
  if (!('errcode' in error)) return error
  const result = resultCode(error.errcode)
  if (dataErrors.has(result)) return error
  return withCause(meanings[result] ?? failed(error.message), error)
}

export function isBusy(error: unknown): boolean {
  return error instanceof ThroughlineError && error.code === 'database-busy'
}

export function isCorrupt(error: unknown): boolean {
  return error instanceof ThroughlineError && error.code === 'corrupt-database'
}

const resultCode = (extended: unknown) => Number(extended) & 0xff

/** Whether the file or the connection is read-only. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof ThroughlineError)) return false
  const { cause } = error
  return cause instanceof Error && 'errcode' in cause && resultCode(cause.errcode) === readOnly
}

function withCause({ code, message, hint }: Meaning, cause: Error): ThroughlineError {
  return new ThroughlineError(code, message, { hint, cause })
}

function failed(message: string): Meaning {
  return {
    code: 'database-failed',
    message: `the database failed: ${message}`,
    hint: 'run `throughline doctor`; captured events wait in the spool',
  }
}

function unwritable(message: string): Meaning {
  return {
    code: 'database-unwritable',
    message,
    hint: 'check the free space and permissions of the home folder; captured events wait in the spool',
  }
}

/**
 * Readable only by its owner; on its own SQLite would follow the umask.
 * @throws ThroughlineError `database-unwritable`
 */
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

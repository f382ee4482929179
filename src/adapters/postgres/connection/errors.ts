/** Translates PostgreSQL's error codes to our errors. */
import { type ErrorCode, ThroughlineError } from '../../../contract/errors.ts'

interface Meaning {
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

const busy: Meaning = {
  code: 'database-busy',
  message: 'the database is busy with other writes',
  hint: 'try again in a moment; nothing was written',
}
const unreachable: Meaning = {
  code: 'database-unwritable',
  message: 'the database cannot be reached',
  hint: 'check DATABASE_URL and that PostgreSQL runs; nothing was written',
}
const full: Meaning = {
  code: 'database-unwritable',
  message: 'the database has no room left',
  hint: 'free disk space or memory on the database server',
}

/** By code, else by its first two characters, the class of the error. */
const meanings: Record<string, Meaning> = {
  '55P03': busy,
  '57014': busy,
  '40': busy,
  '08': unreachable,
  '57': unreachable,
  '28': unreachable,
  '3D': unreachable,
  '53': full,
  '53300': { ...busy, message: 'the database has too many connections' },
  '25006': { ...unreachable, message: 'the database is read-only' },
  XX001: {
    code: 'corrupt-database',
    message: 'the database is damaged',
    hint: 'restore it from a backup',
  },
}

/** Socket errors, from Node. */
const socketErrors = /^(ECONN|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_)/
/** `pg` gives these no code. */
const lostConnection = /Connection terminated|connection error|timeout exceeded when trying|closed/

/** Returns data errors (classes 22 and 23) unchanged; all others become errors of the store. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ThroughlineError) return error
  const code = 'code' in error ? String(error.code) : ''
  if (/^2[23]/.test(code)) return error
  // The statement and its parameters do not match.
  if (code === '08P01') return withCause(failed(error.message), error)
  const meaning = meanings[code] ?? meanings[code.slice(0, 2)]
  if (meaning) return withCause(meaning, error)
  if (socketErrors.test(code) || (code === '' && lostConnection.test(error.message))) {
    return withCause(unreachable, error)
  }
  if (!/^[0-9A-Z]{5}$/.test(code)) return error
  return withCause(failed(error.message), error)
}

/** @throws the translated errors of `work` */
export async function translatingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translatePostgresError(error)
  }
}

/** Others held a lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

function withCause({ code, message, hint }: Meaning, cause: Error): ThroughlineError {
  return new ThroughlineError(code, message, { hint, cause })
}

function failed(message: string): Meaning {
  return {
    code: 'database-failed',
    message: `the database failed: ${message}`,
    hint: "look at PostgreSQL's logs",
  }
}

/** The one error of this program, and what each of its codes means to every way in. */

interface ErrorMeaning {
  readonly httpStatus: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 502 | 503
  /** 1: it failed. 2: the command or a setting is wrong. */
  readonly exitCode: 1 | 2
  /** The protocol error for a resource; a tool always answers with a result that says `isError`. */
  readonly mcpError: 'invalid-params' | 'resource-not-found' | 'internal-error'
  /** The store cannot be used at all, so captured events wait in the spool until it can. */
  readonly isStoreTrouble: boolean
}

const failed = { exitCode: 1, mcpError: 'internal-error', isStoreTrouble: false } as const
const storeTrouble = { ...failed, isStoreTrouble: true } as const

/** 409 means that only a person can solve it: asking again changes nothing. */
const errorMeanings = {
  'invalid-input': { ...failed, httpStatus: 400, exitCode: 2, mcpError: 'invalid-params' },
  'invalid-config': { ...failed, httpStatus: 409, exitCode: 2 },
  'not-found': { ...failed, httpStatus: 404, mcpError: 'resource-not-found' },
  conflict: { ...failed, httpStatus: 409 },
  'unreadable-file': { ...failed, httpStatus: 400 },
  'unreadable-home': { ...storeTrouble, httpStatus: 503 },
  'malformed-settings': { ...failed, httpStatus: 409 },
  'newer-database': { ...storeTrouble, httpStatus: 503 },
  'corrupt-database': { ...storeTrouble, httpStatus: 503 },
  'database-busy': { ...storeTrouble, httpStatus: 503 },
  'database-unwritable': { ...storeTrouble, httpStatus: 503 },
  'database-failed': { ...storeTrouble, httpStatus: 500 },
  'daemon-unreachable': { ...failed, httpStatus: 503 },
  'daemon-failed': { ...failed, httpStatus: 503 },
  'model-unavailable': { ...failed, httpStatus: 503 },
  'model-misconfigured': { ...failed, httpStatus: 409 },
  'model-rejected-input': { ...failed, httpStatus: 502 },
  'budget-exhausted': { ...failed, httpStatus: 429 },
  'not-signed-in': { ...failed, httpStatus: 401 },
  'not-allowed': { ...failed, httpStatus: 403 },
  'too-many-requests': { ...failed, httpStatus: 429 },
  'server-unreachable': { ...failed, httpStatus: 503 },
  'server-failed': { ...failed, httpStatus: 502 },
  internal: { ...failed, httpStatus: 500 },
} as const satisfies Record<string, ErrorMeaning>

export type ErrorCode = keyof typeof errorMeanings

export const errorCodes = Object.keys(errorMeanings) as ErrorCode[]

interface ErrorOptions {
  readonly hint?: string | undefined
  readonly cause?: unknown
  readonly retryAfterMs?: number | undefined
  readonly wasRefused?: boolean
  readonly usage?: TokenUsage | undefined
}

/** What a provider says a call took. */
export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd?: number
}

export class ThroughlineError extends Error {
  readonly code: ErrorCode
  /** What to do next. */
  readonly hint: string | undefined
  /** How long a provider asked us to wait. */
  readonly retryAfterMs: number | undefined
  /** A provider turned the request away before doing anything, so it cost nothing. */
  readonly wasRefused: boolean
  /** Of a failed call, if the provider says so. */
  readonly usage: TokenUsage | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'ThroughlineError'
    this.code = code
    this.hint = options.hint
    this.retryAfterMs = options.retryAfterMs
    this.wasRefused = options.wasRefused ?? false
    this.usage = options.usage
  }
}

/** An error that is not ours is a fault of ours: `internal`. */
export function meaningOf(error: unknown): ErrorMeaning {
  return errorMeanings[error instanceof ThroughlineError ? error.code : 'internal']
}

/** The one error of this program: a code to translate, a sentence to read, a hint to act on. */

export const errorCodes = [
  'invalid-input',
  'invalid-config',
  'not-found',
  'conflict',
  'unreadable-home',
  'malformed-settings',
  'newer-database',
  'corrupt-database',
  'database-busy',
  'database-unwritable',
  'daemon-unreachable',
  'daemon-failed',
  'model-unavailable',
  'model-misconfigured',
  'model-rejected-input',
  'budget-exhausted',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

interface ErrorOptions {
  readonly hint?: string | undefined
  readonly cause?: unknown
  readonly retryAfterMs?: number | undefined
  readonly wasRefused?: boolean
}

export class ThroughlineError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  /** How long whoever refused asked us to wait. */
  readonly retryAfterMs: number | undefined
  /** It was turned away before anything was done, so it cost nothing. */
  readonly wasRefused: boolean

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'ThroughlineError'
    this.code = code
    this.hint = options.hint
    this.retryAfterMs = options.retryAfterMs
    this.wasRefused = options.wasRefused ?? false
  }
}

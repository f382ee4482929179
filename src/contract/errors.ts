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
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export class ThroughlineError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'ThroughlineError'
    this.code = code
    this.hint = options.hint
  }
}

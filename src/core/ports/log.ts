/** Where the daemon tells what happened. Never throws; secrets are redacted. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  /** `fields.error` is the cause. */
  error(message: string, fields?: Record<string, unknown>): void
}

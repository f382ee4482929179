/** The daemon's log. Never throws; redacts secrets. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  /** `fields.error` is the cause. */
  error(message: string, fields?: Record<string, unknown>): void
}

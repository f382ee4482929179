/** How large the database was, a note a day. */
export interface DatabaseSizes {
  /** Replaces what was noted on that day before. */
  note(size: DatabaseSize): Promise<void>
  /** @returns what was known on that day and what was noted since, the oldest first */
  since(day: string): Promise<DatabaseSize[]>
}

export interface DatabaseSize {
  /** A date where the user was. */
  readonly day: string
  readonly bytes: number
}

/** Which files somebody was at work on, as version control tells it. */

export interface ChangedFiles {
  /** None where there is no repository, or where it cannot be told at once. Never throws. */
  read(folder: string): Promise<RecentChanges>
}

/** Paths relative to the top of the work tree. */
export interface RecentChanges {
  readonly uncommitted: readonly string[]
  /** In the last commits, the newest first. */
  readonly committed: readonly string[]
}

export const noChanges: RecentChanges = { uncommitted: [], committed: [] }

/** Commits whose message gives a reason, as read from the projects' repositories. */

export interface CommitStore {
  /** Skips known commits. @returns the number of new ones */
  add(commits: readonly ProjectCommit[]): Promise<number>
  /** Skips unknown ids; in no particular order. */
  findMany(ids: readonly string[]): Promise<ProjectCommit[]>
  /** Keeps only the newest commits of a project. */
  keepNewest(projectId: string, most: number): Promise<void>
  /** A few commits up to which the history was read, the latest first. */
  tips(projectId: string): Promise<string[]>
  addTip(projectId: string, hash: string, at: string): Promise<void>
  /**
   * Commits since this time that were not considered as candidates yet, newest first. Skips those
   * with the same message as a considered one, because a rewritten history repeats it.
   */
  unconsidered(projectId: string, since: string, page: CommitPage): Promise<ProjectCommit[]>
  markConsidered(ids: readonly string[]): Promise<void>
  /** Commits since this time whose message says that they revert something or apply it again. */
  reverting(projectId: string, since: string): Promise<ProjectCommit[]>
  /** Keeps the tips, so that the commits are not read again. @returns the number deleted */
  deleteOf(projectId: string): Promise<number>
}

interface CommitPage {
  readonly limit: number
  readonly offset: number
}

export interface ProjectCommit {
  /** Starts with the hash; see `idOfCommit`. */
  readonly id: string
  readonly projectId: string
  readonly hash: string
  /** As in the repository, redacted. */
  readonly author: string
  readonly at: string
  /** Redacted, without trailers. */
  readonly message: string
  /** Relative to the top of the repository. */
  readonly files: readonly string[]
}

/** Two projects may have the same commit. As long as other ids, and found by the hash's start. */
export const idOfCommit = (hash: string, projectId: string) =>
  `${hash.slice(0, 24)}-${projectId.slice(-11)}`

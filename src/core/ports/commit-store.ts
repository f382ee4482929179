/** The commits of projects that give a reason, as read from their repositories. */

export interface CommitStore {
  /** Leaves out those that are known. @returns how many are new */
  add(commits: readonly ProjectCommit[]): Promise<number>
  /** Those that exist, in no particular order. */
  findMany(ids: readonly string[]): Promise<ProjectCommit[]>
  /** Keeps only the newest commits of a project. */
  keepNewest(projectId: string, most: number): Promise<void>
  /** Up to which commits its history was read, the last first; a few. */
  tips(projectId: string): Promise<string[]>
  addTip(projectId: string, hash: string, at: string): Promise<void>
  /**
   * Those not considered yet for a candidate, since this time, newest first. Without those that have
   * the same message as one that was: a rewritten history repeats it.
   */
  unconsidered(projectId: string, since: string, page: CommitPage): Promise<ProjectCommit[]>
  markConsidered(ids: readonly string[]): Promise<void>
  /** Since this time, those whose message says that it reverts something or applies it again. */
  reverting(projectId: string, since: string): Promise<ProjectCommit[]>
  /** What was read stays read, so that they do not come back. @returns how many there were */
  deleteOf(projectId: string): Promise<number>
}

interface CommitPage {
  readonly limit: number
  readonly offset: number
}

export interface ProjectCommit {
  /** Begins with the hash; see `idOfCommit`. */
  readonly id: string
  readonly projectId: string
  readonly hash: string
  /** As the repository says; redacted. */
  readonly author: string
  readonly at: string
  /** Redacted, without trailers. */
  readonly message: string
  /** Relative to the top of the repository. */
  readonly files: readonly string[]
}

/** Two projects may have the same commit. As long as other ids, and found by the beginning of the hash. */
export const idOfCommit = (hash: string, projectId: string) =>
  `${hash.slice(0, 24)}-${projectId.slice(-11)}`

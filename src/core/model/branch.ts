/** Branches of a repository, and where on them something was learned. */

/** Everyone works on these and merges into them, so the name says nothing about the task. */
export const sharedBranches: ReadonlySet<string> = new Set([
  'main',
  'master',
  'develop',
  'trunk',
  'HEAD',
])

export interface BranchPoint {
  readonly branch: string
  /** The whole id of the commit that was checked out. */
  readonly commit: string
}

/**
 * `here`: the work on the branch is part of what is checked out, or nobody can tell. `elsewhere`: it
 * is not. `deleted`: the branch is gone, and its work is part of no other.
 */
export type BranchState = 'here' | 'elsewhere' | 'deleted'

/** Version control of a folder. No method throws. */
import type { BranchPoint, BranchState } from '../model/branch.ts'
import type { CheckOutcome, MemoryCheck } from '../model/check.ts'

export interface RepositoryReader {
  /**
   * The nearest repository at or above `folder`, which need not exist any more. Reads its files
   * without starting a process. @returns undefined if there is none, or none that can be read
   */
  read(folder: string): Promise<Repository | undefined>
}

/** All paths are real paths. */
export interface Repository {
  /** The top of this work tree; of a bare repository, the repository itself. */
  readonly root: string
  /** The repository's main folder on this machine, the same for all its worktrees. */
  readonly mainRoot: string
  /** Where git keeps what all worktrees share. */
  readonly commonDir: string
  /**
   * The git directory is outside of this work tree and does not know it, so that anybody may have
   * pointed at it. What is said of the repository is then no more than this folder's claim.
   */
  readonly isBorrowed?: true
  /** Its history is cut off. */
  readonly isShallow?: true
  /** Normalised by `normaliseRemote`, so it contains no credentials. */
  readonly remote?: string
  /** Undefined when HEAD is detached. */
  readonly branch?: string
  /** Undefined before the first commit, and if refs are in a format we do not read. */
  readonly commit?: string
}

/**
 * The files somebody was working on. Empty without a repository; in a large one, those found in time.
 */
export type ReadRecentChanges = (folder: string) => Promise<RecentChanges>

/** Paths relative to the top of the work tree. */
export interface RecentChanges {
  readonly uncommitted: readonly string[]
  /** In the last commits, newest first. */
  readonly committed: readonly string[]
}

export const noChanges: RecentChanges = { uncommitted: [], committed: [] }

/**
 * The files of a commit that are gone now, or that lost at least half of their lines. Fetches nothing.
 * @param files absolute, or relative to the folder; those outside the folder are ignored
 * @returns undefined without the folder, its repository or the commit
 */
export type FindChangesSince = (
  folder: string,
  commit: string,
  files: readonly string[],
) => Promise<readonly FileChange[] | undefined>

export interface FileChange {
  /** As requested. */
  readonly file: string
  readonly change: 'gone' | 'rewritten'
}

/**
 * Runs checks in a folder, in their order. Reads only regular files inside of it, up to a size each
 * and in all; what is not read is `unknown`.
 */
export type RunChecks = (
  folder: string,
  checks: readonly MemoryCheck[],
) => Promise<readonly CheckOutcome[]>

/**
 * Whether what was learned at these points applies to what is checked out in a folder, in their
 * order. `here` in doubt: without a repository, in a shallow clone, of commits that are gone, and
 * where the answer takes too long. Runs nothing and keeps nothing.
 */
export type ReadBranchStates = (
  folder: string,
  points: readonly BranchPoint[],
) => Promise<readonly BranchState[]>

/**
 * The commits that last changed a file or folder, newest first; of a line the one that wrote it. A
 * merge is none, unless it wrote the line itself.
 * @param file absolute; it need not exist any more
 * @param options.line from 1, of the file as it is now
 * @returns undefined outside of a repository that can be read
 */
export type FindLastChanges = (
  file: string,
  options: { readonly line?: number | undefined; readonly limit: number },
) => Promise<FileHistory | undefined>

export type FileHistory = {
  readonly root: string
  readonly commonDir: string
  /** Relative to the top. */
  readonly path: string
} & (
  | { readonly kind: 'untracked' }
  | { readonly kind: 'no-text' }
  | { readonly kind: 'past-end'; readonly lines: number }
  | {
      readonly kind: 'found'
      /** Of a line: that it is not in the last commit. */
      readonly isUncommitted: boolean
      /** The file, if there are changes since. */
      readonly lastCommittedAt?: Date
      readonly changes: readonly { readonly commit: Commit; readonly path: string }[]
      /** The search ended early: after so many commits, and how far back. */
      readonly cutOff?: { readonly commits: number; readonly reached: Date }
    }
)

/** Reads the history of a repository. Never throws, and runs nothing. */
export interface CommitReader {
  /**
   * Whether it has the content of any of these commits, which cannot be forged from an id.
   * @param commonDir as in `Repository`
   */
  holdsAny(commonDir: string, ids: readonly string[]): Promise<boolean | undefined>
  /**
   * The oldest commit that can be read on the way from `head` by first parents: the root, unless the
   * clone is shallow or its history very long. Undefined if there is none.
   */
  oldest(commonDir: string, head: string): Promise<string | undefined>
  /** @param id whole, or the beginning of only one @returns undefined if it is missing or damaged */
  read(commonDir: string, id: string): Promise<Commit | undefined>
  /**
   * Commits that can be reached from `head`, newest first; each once. Ends early after the most
   * commits to read, and where a clone is shallow. Leave the loop at any time.
   */
  walk(commonDir: string, head: string, options?: WalkOptions): AsyncIterable<Commit>
  /**
   * The files that each commit changed, relative to the top, at most `limit`. Of a merge none: what
   * it brings was changed by others. Unknown commits are left out.
   */
  changedFiles(
    commonDir: string,
    ids: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** When each of these files was last changed before a commit; left out if not found in time. */
  formerChanges(
    commonDir: string,
    id: string,
    files: readonly string[],
  ): Promise<ReadonlyMap<string, Date>>
  /**
   * The tips of the branches that everyone merges into, here and as last seen on remotes; of a
   * repository with one branch, its tip.
   */
  sharedTips(commonDir: string): Promise<readonly string[]>
  /**
   * Which of these commits are `head` or one of its ancestors. Left out of the answer is what cannot
   * be told: the commit is not in the repository, or the history is cut off before it.
   */
  findAncestors(
    commonDir: string,
    head: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, boolean>>
}

export interface WalkOptions {
  /** What can be reached from these is left out, if it is in the repository. */
  readonly except?: readonly string[]
  /** How many to read, those left out included. */
  readonly mostCommits?: number
}

export interface Commit {
  readonly id: string
  readonly parents: readonly string[]
  /** As anybody may have written it. */
  readonly author: { readonly name: string; readonly email: string }
  readonly authoredAt: Date
  readonly committedAt: Date
  /** The beginning of a very long one. */
  readonly message: string
}

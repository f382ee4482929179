/** Version control of a folder. No method throws. */
import type { BranchPoint, BranchState } from '../model/branch.ts'
import type { CheckOutcome, MemoryCheck } from '../model/check.ts'

export interface RepositoryReader {
  /**
   * The nearest repository at or above `folder`, which may no longer exist. Reads files and starts
   * no process. @returns undefined if there is no readable repository
   */
  read(folder: string): Promise<Repository | undefined>
}

/** All paths are real paths. */
export interface Repository {
  /** The top of this work tree; for a bare repository, the repository itself. */
  readonly root: string
  /** The repository's main folder on this machine, shared by all its worktrees. */
  readonly mainRoot: string
  /** Where git keeps what all worktrees share. */
  readonly commonDir: string
  /**
   * The git directory is outside this work tree and does not refer to it, so anybody may have
   * pointed to it. Information about the repository is then only this folder's claim.
   */
  readonly isBorrowed?: true
  /** Its history is truncated. */
  readonly isShallow?: true
  /** Normalised by `normaliseRemote`, so it contains no credentials. */
  readonly remote?: string
  /** Undefined if HEAD is detached. */
  readonly branch?: string
  /** Undefined before the first commit, or if refs have an unsupported format. */
  readonly commit?: string
}

/** The files someone was working on; in a large repository, those found in time. */
export type ReadRecentChanges = (folder: string) => Promise<RecentChanges>

/** Paths relative to the top of the work tree. */
export interface RecentChanges {
  readonly uncommitted: readonly string[]
  /** In the last commits, newest first. */
  readonly committed: readonly string[]
}

export const noChanges: RecentChanges = { uncommitted: [], committed: [] }

/**
 * The files of a commit that were deleted since or lost at least half of their lines. Fetches
 * nothing.
 * @param files absolute, or relative to the folder; ignored outside it
 * @returns undefined without the folder, its repository or the commit
 */
export type FindChangesSince = (
  folder: string,
  commit: string,
  files: readonly string[],
) => Promise<readonly FileChange[] | undefined>

export interface FileChange {
  /** As given by the caller. */
  readonly file: string
  readonly change: 'gone' | 'rewritten'
}

/**
 * Runs checks in a folder and keeps their order. Reads only regular files inside it, up to a size
 * per file and in total; the rest is `unknown`.
 */
export type RunChecks = (
  folder: string,
  checks: readonly MemoryCheck[],
) => Promise<readonly CheckOutcome[]>

/**
 * Whether what was learned at these points applies to what is checked out in a folder; keeps the
 * order. `here` in doubt: without a repository, in a shallow clone, if commits are gone, or if the
 * answer takes too long. Runs nothing and stores nothing.
 */
export type ReadBranchStates = (
  folder: string,
  points: readonly BranchPoint[],
) => Promise<readonly BranchState[]>

/**
 * The commits that last changed a file or folder, newest first; for a line, the one that wrote it.
 * Skips merges, unless a merge wrote the line itself.
 * @param file absolute; it may no longer exist
 * @param options.line from 1, in the file as it is now
 * @returns undefined outside a readable repository
 */
export type FindLastChanges = (
  file: string,
  options: { readonly line?: number | undefined; readonly limit: number },
) => Promise<FileHistory | undefined>

export type FileHistory = {
  readonly root: string
  readonly commonDir: string
  /** Relative to the top of the work tree. */
  readonly path: string
} & (
  | { readonly kind: 'untracked' }
  | { readonly kind: 'no-text' }
  | { readonly kind: 'past-end'; readonly lines: number }
  | {
      readonly kind: 'found'
      /** For a line: it is not in the last commit. */
      readonly isUncommitted: boolean
      /** The file's last commit, if it changed since. */
      readonly lastCommittedAt?: Date
      readonly changes: readonly { readonly commit: Commit; readonly path: string }[]
      /** Set if the search ended early: after this many commits, this far back. */
      readonly cutOff?: { readonly commits: number; readonly reached: Date }
    }
)

/** Reads the history of a repository. Never throws, and runs nothing. */
export interface CommitReader {
  /**
   * Whether it contains any of these commits; an id alone does not prove that.
   * @param commonDir as in `Repository`
   */
  holdsAny(commonDir: string, ids: readonly string[]): Promise<boolean | undefined>
  /**
   * The oldest readable commit on the way from `head` by first parents: the root, unless the clone
   * is shallow or its history very long. Undefined if there is none.
   */
  oldest(commonDir: string, head: string): Promise<string | undefined>
  /** @param id complete, or a unique prefix @returns undefined if it is missing or damaged */
  read(commonDir: string, id: string): Promise<Commit | undefined>
  /**
   * Commits reachable from `head`, newest first, each once. Ends early at the limit of commits, and
   * at the end of a shallow clone. You may leave the loop at any time.
   */
  walk(commonDir: string, head: string, options?: WalkOptions): AsyncIterable<Commit>
  /**
   * The files that each commit changed, relative to the top, at most `limit`. Merges have none:
   * other commits changed what they bring. Skips unknown commits.
   */
  changedFiles(
    commonDir: string,
    ids: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** When each file was last changed before a commit; skips files not found in time. */
  formerChanges(
    commonDir: string,
    id: string,
    files: readonly string[],
  ): Promise<ReadonlyMap<string, Date>>
  /**
   * The tips of the branches that everyone merges into, here and as last seen on remotes; in a
   * repository with one branch, its tip.
   */
  sharedTips(commonDir: string): Promise<readonly string[]>
  /**
   * Which of these commits are `head` or its ancestors. Skips commits that cannot be decided:
   * missing ones, and those beyond the end of a truncated history.
   */
  findAncestors(
    commonDir: string,
    head: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, boolean>>
}

export interface WalkOptions {
  /** Skips what is reachable from these, if they are in the repository. */
  readonly except?: readonly string[]
  /** How many commits to read, including skipped ones. */
  readonly mostCommits?: number
}

export interface Commit {
  readonly id: string
  readonly parents: readonly string[]
  /** Unverified: anybody may have written it. */
  readonly author: { readonly name: string; readonly email: string }
  readonly authoredAt: Date
  readonly committedAt: Date
  /** A very long message is truncated. */
  readonly message: string
}

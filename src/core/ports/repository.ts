/** Version control of a folder. No method throws. */

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
  /** The folder that stands for the repository on this machine, the same from all its worktrees. */
  readonly mainRoot: string
  /** Where git keeps what all worktrees share. */
  readonly commonDir: string
  /** True in a worktree added by `git worktree add`. */
  readonly isWorktree: boolean
  /** Normalised by `normaliseRemote`, so it holds no credentials. */
  readonly remote?: string
  /** Undefined when HEAD is detached. */
  readonly branch?: string
  /** Undefined before the first commit, and where refs are kept in a form we do not read. */
  readonly commit?: string
}

/** The files somebody was working on. */
export interface ChangedFiles {
  /** Empty without a repository, or if git does not answer quickly. */
  read(folder: string): Promise<RecentChanges>
}

/** Paths relative to the top of the work tree. */
export interface RecentChanges {
  readonly uncommitted: readonly string[]
  /** In the last commits, newest first. */
  readonly committed: readonly string[]
}

export const noChanges: RecentChanges = { uncommitted: [], committed: [] }

/** Compares files with an earlier commit. */
export interface FileChanges {
  /**
   * The files of the commit that are gone, or that lost at least half of their lines. Fetches nothing.
   * @param files absolute, or relative to the folder; others are left out
   * @returns undefined without git, the folder or the commit
   */
  since(
    folder: string,
    commit: string,
    files: readonly string[],
  ): Promise<readonly FileChange[] | undefined>
}

export interface FileChange {
  /** As requested. */
  readonly file: string
  readonly change: 'gone' | 'rewritten'
}

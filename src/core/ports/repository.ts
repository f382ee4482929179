/** What version control says about a folder, read from its files without starting a process. */

export interface RepositoryReader {
  /**
   * The nearest repository at or above `folder`, which need not exist any more.
   * Never throws: no repository, or one too broken to read, is undefined.
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

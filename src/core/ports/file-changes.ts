/** What became of files since a commit, as version control and the folder tell it. */

export interface FileChange {
  /** As it was asked for. */
  readonly file: string
  readonly change: 'gone' | 'rewritten'
}

export interface FileChanges {
  /**
   * Those of the files that the commit had and that are gone, or of whose lines at least half are.
   * Undefined where it cannot be told: the folder or the commit is not there, there is no git.
   * Never throws, and fetches nothing.
   * @param files relative to the folder, or whole paths; those outside of it are left out
   */
  since(
    folder: string,
    commit: string,
    files: readonly string[],
  ): Promise<readonly FileChange[] | undefined>
}

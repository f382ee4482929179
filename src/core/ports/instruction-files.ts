/** Files that hosts read as instructions: CLAUDE.md, AGENTS.md and the like. */
export interface InstructionFiles {
  /**
   * The real path of a file, which need not exist yet.
   * @throws ThroughlineError `invalid-input` when it is outside the allowed folders, also through a
   * link, or is not a regular file of a reasonable size
   */
  locate(file: string): Promise<string>
  /** @returns undefined when there is no such file */
  read(path: string): Promise<string | undefined>
  /** Replaces the file whole or not at all, keeping its mode. Makes the folders it needs. */
  write(path: string, text: string): Promise<void>
  /** Deletes the file, and the folders that are empty then. */
  remove(path: string): Promise<void>
}

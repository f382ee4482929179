/** Other files of hosts: their instructions and transcripts. */

/** CLAUDE.md, AGENTS.md and the like. */
export interface InstructionFiles {
  /**
   * The real path of a file, which need not exist yet.
   * @throws ThroughlineError `invalid-input` if it is outside the allowed folders, even through a
   * link, or is not a regular file of a reasonable size
   */
  locate(file: string): Promise<string>
  /** @returns undefined if there is no such file */
  read(path: string): Promise<string | undefined>
  /** Replaces the file atomically, keeping its mode. Makes the folders it needs. */
  write(path: string, text: string): Promise<void>
  /** Deletes the file, and the folders that are then empty. */
  remove(path: string): Promise<void>
}

/**
 * The hash and size of a file.
 * @returns undefined if there is no such file, it cannot be read, or it is very long
 */
export type MeasureFile = (
  path: string,
) => Promise<{ readonly hash: string; readonly bytes: number } | undefined>

interface InstructionText {
  readonly text: string
  readonly hash: string
  readonly bytes: number
}

/**
 * A file with instructions for agents. A link may lead no further than its own folder.
 * @returns undefined if there is no such file, it cannot be read, or it is long
 */
export type ReadInstructions = (path: string) => Promise<InstructionText | undefined>

export interface Transcripts {
  /** The last whole lines, bounded in size. @returns undefined if it cannot be read */
  tail(path: string): Promise<string | undefined>
  /** Gives the host this time to go on writing. */
  letWrite(ms: number): Promise<void>
}

/** The hosts' own records of their sessions, on disk. */
export interface Transcripts {
  /**
   * The last whole lines of a transcript, bounded in size.
   * @returns undefined when there is no such file, or none that can be read
   */
  tail(path: string): Promise<string | undefined>
}

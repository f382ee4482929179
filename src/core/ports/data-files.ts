/** The files of the home folder beside the database, where something deleted may still stand. */

export interface DatabaseCopy {
  readonly file: string
  /** When it was made. */
  readonly at: string
  readonly bytes: number
}

export interface DataFiles {
  /** Made before upgrades, or moved aside as damaged; the oldest first. */
  copies(): Promise<DatabaseCopy[]>
  /** Idempotent. */
  deleteCopies(files: readonly string[]): Promise<void>
  /** Counts a text in logs and in events that wait or were rejected. */
  countText(text: string): Promise<number>
  /** Overwrites it there byte by byte, so that concurrent appends are not lost. */
  overwriteText(text: string): Promise<number>
  /** The same in the pages of wikis. */
  countInPages(text: string): Promise<number>
  overwriteInPages(text: string): Promise<number>
  /** Every file of the home that holds these bytes; the database and its copies are left out. */
  filesWith(text: string): Promise<string[]>
}

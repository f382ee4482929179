/** A host's settings files on disk. */
export interface SettingsFiles {
  /**
   * @returns undefined when there is no such file
   * @throws ThroughlineError saying what is wrong with it
   */
  read(file: string): Promise<string | undefined>
  /** Makes the folder the file goes into. @returns the folders that were missing, innermost first */
  makeFolders(file: string): Promise<readonly string[]>
  /**
   * Replaces the file whole or not at all. Keeps its mode, and writes through a symbolic link.
   */
  write(file: string, text: string): Promise<void>
  /** Deletes the file; of a symbolic link it deletes the target and keeps the link. */
  remove(file: string): Promise<void>
  /** Deletes those of the folders, in this order, that exist and are empty. */
  removeEmptyFolders(folders: readonly string[]): Promise<void>
}

/** Hosts' settings files on disk, and how to undo our changes to them. */
import type { ReversePatch } from '../text/reverse-patch.ts'

export interface SettingsFiles {
  /** @returns undefined if there is no such file @throws ThroughlineError if it cannot be read */
  read(file: string): Promise<string | undefined>
  /** Makes the file's folder. @returns the folders that were missing, innermost first */
  makeFolders(file: string): Promise<readonly string[]>
  /** Replaces the file atomically. Keeps its mode, and writes through a symbolic link. */
  write(file: string, text: string): Promise<void>
  /** Deletes the file; of a symbolic link it deletes the target and keeps the link. */
  remove(file: string): Promise<void>
  /** Deletes the folders that exist and are empty, in this order. */
  removeEmptyFolders(folders: readonly string[]): Promise<void>
}

export interface SettingsBackups {
  /** Those that can be read, in no particular order. */
  list(): Promise<SettingsBackup[]>
  /** @returns undefined if there is none, or none that can be read */
  find(file: string): Promise<SettingsBackup | undefined>
  /** Replaces an earlier backup of the same file. On disk when this returns. */
  save(backup: SettingsBackup): Promise<void>
  forget(file: string): Promise<void>
}

export interface SettingsBackup {
  readonly file: string
  /** Whether our first change created the file. */
  readonly wasCreated: boolean
  /** What we added, latest last. */
  readonly layers: readonly SettingsLayer[]
  /** The folders we made for the file, innermost first. */
  readonly madeFolders: readonly string[]
}

/** What one setup added: for the user, or for one of the projects that share the file. */
export interface SettingsLayer {
  /** `user`, or the project's folder. */
  readonly owner: string
  /** The hash of the text we wrote, which the patch applies to. */
  readonly writtenHash: string
  /** From what we wrote to what was there; null if there was no file. */
  readonly wayBack: ReversePatch | null
}

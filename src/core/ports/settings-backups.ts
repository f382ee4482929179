/** How to undo our changes to each settings file. */
import type { ReversePatch } from '../text/reverse-patch.ts'

export interface SettingsBackup {
  readonly file: string
  /** Whether there was no such file before our first change. */
  readonly wasCreated: boolean
  /** What we added, the latest last. */
  readonly layers: readonly SettingsLayer[]
  /** The folders we made for the file, innermost first. */
  readonly madeFolders: readonly string[]
}

/** What one setup added: for the user, or for one of the projects that share the file. */
export interface SettingsLayer {
  /** `user`, or the project's folder. */
  readonly owner: string
  /** The hash of the text we wrote. The way back starts from that very text only. */
  readonly writtenHash: string
  /** From what we wrote to what was there; null when there was no file. */
  readonly wayBack: ReversePatch | null
}

export interface SettingsBackups {
  /** @returns undefined when there is none, or none that can be read */
  find(file: string): Promise<SettingsBackup | undefined>
  /** Replaces an earlier backup of the same file. On disk when this returns. */
  save(backup: SettingsBackup): Promise<void>
  forget(file: string): Promise<void>
}

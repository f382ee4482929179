/** What each settings file was before our first change. */
import type { ReversePatch } from '../text/reverse-patch.ts'

export interface SettingsBackup {
  readonly file: string
  /** The hash of the text we wrote. Only from that very text is there a way back. */
  readonly writtenHash: string
  /** From what we wrote to what was there; null when there was no file. */
  readonly wayBack: ReversePatch | null
  /** The folders we made for the file, innermost first. */
  readonly madeFolders: readonly string[]
}

export interface SettingsBackups {
  /** @returns undefined when there is none, or none that can be read */
  find(file: string): Promise<SettingsBackup | undefined>
  /** Replaces an earlier backup of the same file. On disk when this returns. */
  save(backup: SettingsBackup): Promise<void>
  forget(file: string): Promise<void>
}

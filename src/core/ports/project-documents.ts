/** The files of a project that people write. */
import type { InstructionFiles } from './host-files.ts'

/** Paths are relative to the project's folder; none leaves it, not even through a link. */
export interface ProjectDocuments extends InstructionFiles {
  /** Names of the files and folders in a folder, sorted; empty if there is no such folder. */
  list(folder: string): Promise<string[]>
}

/** Projects that became part of another, on record with what was theirs. */
import type { MovedMemories } from './memory-store.ts'
import type { Project } from './project-store.ts'

export interface ProjectMergeReader {
  /** The last one first. */
  list(): Promise<ProjectMerge[]>
}

export interface ProjectMergeTransaction extends ProjectMergeReader {
  /**
   * Moves everything of `from` into `into`, memories as `moveAll` does, and deletes `from`; its
   * identities stay as aliases. One that is unknown, or is `into` itself, is left.
   */
  merge(from: string, into: string, at: string): Promise<void>
  /** What the merge of this project moved; nothing when there is none on record. */
  moved(projectId: string): Promise<MovedRows>
  /**
   * Makes the project again with what it had, as far as `into` still has it; the record goes. What
   * came since stays. @throws when its identity is taken
   */
  giveBack(projectId: string): Promise<void>
}

export interface ProjectMerge {
  readonly project: Project
  /** Id of the project it went into. */
  readonly into: string
  readonly at: string
}

export interface MovedRows {
  readonly aliases: readonly string[]
  readonly sessions: readonly string[]
  readonly consolidations: readonly string[]
  readonly injections: readonly string[]
  readonly memories: MovedMemories
}

/** Projects with every identity they ever had, and the merges of projects. */
import type { MovedMemories } from './memory-store.ts'

export interface ProjectStore {
  /** By its current or a former identity. */
  findByIdentity(identity: string): Promise<Project | undefined>
  find(id: string): Promise<Project | undefined>
  insert(project: NewProject): Promise<Project>
  /** Keeps the former identity as an alias. */
  changeIdentity(id: string, identity: string): Promise<void>
  /** Skips identities of other projects. */
  addAliases(id: string, identities: readonly string[]): Promise<void>
  rename(id: string, name: string): Promise<void>
  aliasesOf(id: string): Promise<string[]>
  /** Identities that identify its history, including those of merged projects; newest only. */
  commitsOf(id: string): Promise<string[]>
  addCommit(id: string, commit: string): Promise<void>
  list(): Promise<ProjectSummary[]>
}

export interface Project {
  readonly id: string
  readonly identity: string
  readonly name: string
  readonly root: string | undefined
  readonly createdAt: string
}

interface NewProject extends Pick<Project, 'identity' | 'name' | 'root'> {
  /** The id, if another store created the project. */
  readonly id?: string
  readonly createdAt?: string
}

export interface ProjectSummary extends Project {
  readonly aliases: readonly string[]
  /** Projects merged into it, in order. */
  readonly merged: readonly MergedProject[]
  readonly sessions: number
  readonly lastEventAt: string | undefined
}

interface MergedProject {
  readonly id: string
  readonly name: string
  readonly at: string
}

export interface ProjectMergeStore {
  /** Last first. */
  list(): Promise<ProjectMerge[]>

  /**
   * Moves everything from `from` into `into`, memories like `moveAll`, and deletes `from`; its
   * identities become aliases. Does nothing if `from` is unknown or is `into`.
   */
  merge(from: string, into: string, at: string): Promise<void>
  /** What the merge of this project moved; empty if it was not merged. */
  moved(projectId: string): Promise<MovedRows>
  /**
   * Recreates the project with what `into` still has of it, and deletes the record of the merge.
   * Later additions stay in `into`. @throws if its identity is taken
   */
  giveBack(projectId: string): Promise<void>
}

export interface ProjectMerge {
  readonly project: Project
  readonly into: string
  readonly at: string
}

export interface MovedRows {
  readonly aliases: readonly string[]
  readonly sessions: readonly string[]
  readonly consolidations: readonly string[]
  readonly injections: readonly string[]
  readonly promotions: readonly string[]
  readonly memories: MovedMemories
}

/** Which memories were written into the project's documents or an agent's memory of it. */
export interface PromotionStore {
  /** In the order of their memories' ids; of all projects without one. */
  list(projectId?: string): Promise<Promotion[]>
  /** Those in a line of one of these files, whose memories still say the same. */
  heldIn(projectId: string, files: readonly string[]): Promise<Promotion[]>

  /** Replaces the one of the same memory. */
  put(promotion: Promotion): Promise<void>
  /** Idempotent. */
  remove(memoryId: string): Promise<void>
}

export interface Promotion {
  readonly memoryId: string
  readonly projectId: string
  /** Relative to the project's folder, with forward slashes; or the name of an agent's memory. */
  readonly file: string
  /** A line of our block in an instruction file, or a whole file. */
  readonly part: 'line' | 'file'
  /** Of what was written. */
  readonly hash: string
  /** Of what the memory said then. */
  readonly contentHash: string
  readonly at: string
  readonly state: PromotionState
}

/** Held: the document has it as written; edited: it does not any more; withdrawn: not to be written again. */
type PromotionState = 'held' | 'edited' | 'withdrawn'

/** The file that identifies a folder without a git remote after a rename. */
export interface ProjectMarker {
  readonly id: string
  /** Equal in two folders only if one is a copy of the other. */
  readonly nonce: string
  readonly createdAt: string
  readonly path: string
}

/**
 * `<folder>/.throughline/project.json`; in a git directory `<folder>/throughline/project.json`,
 * which keeps the work tree clean.
 */
export interface MarkerPlace {
  readonly folder: string
  readonly isGitDir: boolean
}

export type MarkerReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'corrupt' }
  | { readonly kind: 'found'; readonly marker: ProjectMarker }

/** No method throws. An unreadable marker is treated as absent. */
export interface ProjectMarkerStore {
  read(place: MarkerPlace): Promise<MarkerReading>
  /** Atomic: of several concurrent callers, one creates and the others get `exists`. */
  create(place: MarkerPlace, marker: ProjectMarker): Promise<'created' | 'exists' | 'unwritable'>
  /** Atomic. @returns false if it could not be written */
  replace(place: MarkerPlace, marker: ProjectMarker): Promise<boolean>
  /** Renames a corrupt file. @returns its new name, which includes the time */
  setAside(place: MarkerPlace, at: Date): Promise<string | undefined>
  /**
   * Text that a folder keeps when it is renamed and that no copy shares; undefined if the file
   * system has nothing like it.
   */
  fingerprint(folder: string): Promise<string | undefined>
  /**
   * What is now at the path in a marker found at `place`: the same folder under another name (a
   * mount), a folder with the same nonce (so `place` is a copy), or neither.
   */
  inspectOrigin(
    place: MarkerPlace,
    marker: ProjectMarker,
  ): Promise<'same-folder' | 'original' | 'gone'>
}

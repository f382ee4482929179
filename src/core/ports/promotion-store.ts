/** Which memories were written into the project's own documents. */

/** Held: the document has it as written; edited: it does not any more; withdrawn: not to be written again. */
type PromotionState = 'held' | 'edited' | 'withdrawn'

export interface Promotion {
  readonly memoryId: string
  readonly projectId: string
  /** Relative to the project's folder, with forward slashes. */
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

export interface PromotionReader {
  /** In the order of their memories' ids; of all projects without one. */
  list(projectId?: string): Promise<Promotion[]>
  /** Those in a line of one of these files, whose memories still say the same. */
  heldIn(projectId: string, files: readonly string[]): Promise<Promotion[]>
}

export interface PromotionTransaction extends PromotionReader {
  /** Replaces the one of the same memory. */
  put(promotion: Promotion): Promise<void>
  /** Idempotent. */
  remove(memoryId: string): Promise<void>
}

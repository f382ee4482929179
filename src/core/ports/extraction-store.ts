/** How far extraction has read each session, what it found, and where things first appeared. */
/** Written in the memories' transaction, so a crash neither loses nor repeats an item. */
export interface ExtractionStore {
  /** Zeros for an unknown session. */
  state(sessionId: string): Promise<ExtractionState>
  /** The number of items found in one session, or in all. */
  countItems(sessionId?: string): Promise<number>

  /** @returns false if the session already had the item, even if it was forgotten since */
  addItem(sessionId: string, contentHash: string): Promise<boolean>
  /** The words of candidates that a person dropped, as hashes. */
  dropped(): Promise<HashedStatement[]>
  addDropped(memoryId: string, words: HashedStatement): Promise<void>
  removeDropped(memoryId: string): Promise<void>
  /** Never moves back. */
  advance(sessionId: string, state: Partial<ExtractionState>, at: string): Promise<void>
}

/** A statement as hashes of its words, which can be compared but not read. */
interface HashedStatement {
  readonly words: readonly string[]
  readonly anchors: readonly string[]
  readonly limits: number
}

/** Turn numbers. */
export interface ExtractionState {
  /** The last turn that local rules have read. */
  readonly turnsThrough: number
  /** The last turn that a model has read. */
  readonly readThrough: number
  /** The last turn whose final state is stored; later ones wait for the last request. */
  readonly settledThrough: number
  readonly readBy: string | undefined
}

/**
 * `user`: typed by the user. `project`: first seen in the project. `foreign`: first seen in text from
 * outside. `ordered`: first seen there, with an instruction to use it.
 */
export type ElementOrigin = 'user' | 'project' | 'foreign' | 'ordered'

/**
 * Where each thing that an agent can use first appeared, by the keys of
 * `core/provenance/elements.ts`. Outlives the history it was read from: deleting a session does not
 * make a page safer. Stores only hashes.
 */
export interface OriginStore {
  /** Skips unknown keys. */
  originsOf(keys: readonly string[]): Promise<ReadonlyMap<string, ElementOrigin>>

  /**
   * The first appearance counts, with two exceptions: what the user types becomes the user's, and
   * something foreign text only mentioned may be ordered later. @returns the number changed
   */
  note(keys: readonly string[], origin: ElementOrigin): Promise<number>
}

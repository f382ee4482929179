/**
 * Where each thing that an agent can use first appeared, by the keys of `core/provenance/elements.ts`.
 * Outlasts the history it was read from: a page is no safer because its session was deleted. Holds
 * hashes only.
 */

/**
 * `user`: typed by the user. `project`: first seen in the project. `foreign`: first seen in text from
 * outside. `ordered`: first seen there, and told to be used.
 */
export type ElementOrigin = 'user' | 'project' | 'foreign' | 'ordered'

export interface OriginReader {
  /** Unknown keys are left out. */
  originsOf(keys: readonly string[]): Promise<ReadonlyMap<string, ElementOrigin>>
}

export interface OriginStore extends OriginReader {
  /**
   * The first appearance counts, with two exceptions: what the user types becomes the user's, and
   * what was only mentioned in foreign text may be ordered later. @returns how many changed
   */
  note(keys: readonly string[], origin: ElementOrigin): Promise<number>
}

/** Introductions that a model wrote for pages, beside the state of their wiki. */
export interface WikiIntroductions {
  /** By path of page; a damaged file is moved aside and then empty. */
  read(wiki: string): Promise<StoredIntroductions>
  write(wiki: string, introductions: StoredIntroductions): Promise<void>
  /** Deletes damaged files that were moved aside: they may hold text that was erased since. */
  removeMovedAside(): Promise<void>
}

export type StoredIntroductions = Readonly<Record<string, StoredIntroduction>>

export interface StoredIntroduction {
  /** When the model was asked last. */
  readonly askedAt: string
  /** Hash of the statements that the page had then; empty once one of them changed. */
  readonly statements: string
  /**
   * As it stands on the page. Empty if a person took it away, if the model saw nothing to introduce
   * or broke the rules, or if a statement it was written from is no longer the same.
   */
  readonly line: string
  /** Every statement that the line was written from: by anchor, the hash of its memory's content. */
  readonly sources: Readonly<Record<string, string>>
  /** How often in a row the model's text for these statements broke the rules. */
  readonly refusals: number
}

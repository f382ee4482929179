/** Which items were imported, and in which state. */
export interface ImportStore {
  /** @param item a hash: a path may tell more than it should */
  isImported(source: string, item: string, fingerprint: string): Promise<boolean>
  markImported(item: ImportedItem): Promise<void>
}

export interface ImportedItem {
  readonly source: string
  readonly item: string
  readonly fingerprint: string
  readonly at: string
}

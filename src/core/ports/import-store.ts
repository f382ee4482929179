/** What was imported, and in which state. Ids and texts are hashed: they may tell more than they should. */
export interface ImportStore {
  isImported(source: string, item: string, fingerprint: string): Promise<boolean>
  markImported(item: ImportedItem): Promise<void>
  /** What became of another tool's memory, also if it is forgotten by now. */
  findMemory(source: string, foreign: string): Promise<MemoryImport | undefined>
  /** Replaces what is known of the same memory. */
  putMemory(imported: MemoryImport): Promise<void>
  /** All that came from an item, in no particular order. */
  memoriesOf(source: string, item: string): Promise<MemoryImport[]>
  /** Whether anything of a source became a memory, or said what one says. */
  hasMemories(source: string): Promise<boolean>
  dropMemory(source: string, foreign: string): Promise<void>
}

interface ImportedItem {
  readonly source: string
  readonly item: string
  readonly fingerprint: string
  readonly at: string
}

export interface MemoryImport {
  readonly source: string
  /** The tool's id of the memory. */
  readonly foreign: string
  readonly item: string
  readonly memoryId: string
  /** Whether the import made the memory; otherwise it said what was known already. */
  readonly isOwn: boolean
  /** Of everything the tool said about it. */
  readonly fingerprint: string
  /** Of the memory as the import left it. */
  readonly contentHash: string
  readonly at: string
}

/** Reads and writes the lines of bundles. The rules of merging are in `core/bundle`. */
import type {
  BundleContents,
  BundleLine,
  BundleMemoryLine,
  ForgottenLine,
  RowLine,
} from '../../contract/bundle.ts'

export interface BundleSelection {
  readonly contents: BundleContents
  /** Only this project; undefined for everything, including global memories. */
  readonly projectId?: string | undefined
}

/** The store's content at one moment, whatever is written meanwhile. */
export interface BundleSnapshot {
  counts(selection: BundleSelection): Record<string, number>
  /** Each line after those it refers to. */
  lines(selection: BundleSelection): Iterable<BundleLine>
  close(): void
}

export interface BundleStore {
  memory(id: string): Promise<BundleMemoryLine | undefined>
  /** Replaces the row with this id, and adds its sources. */
  putMemory(line: BundleMemoryLine): Promise<void>
  /** Does nothing if the store knows the memory was forgotten. */
  putForgotten(line: ForgottenLine): Promise<void>
  /** Does nothing if one of them is missing, or the memory is valid or has a successor. */
  setSuccessor(id: string, by: string): Promise<void>
  /** The store's id of the host's session. */
  sessionOf(host: string, hostSessionId: string): Promise<string | undefined>
  /** Adds or completes the row. @returns false if it exists or cannot be stored */
  putRow(line: RowLine): Promise<boolean>
}

/** What was imported, and in which state. Ids and texts are hashed, because they may be private. */
export interface ImportStore {
  isImported(source: string, item: string, fingerprint: string): Promise<boolean>
  markImported(item: ImportedItem): Promise<void>
  /** What became of another tool's memory, even if it was forgotten. */
  findMemory(source: string, foreign: string): Promise<MemoryImport | undefined>
  /** Replaces an earlier entry for the memory. */
  putMemory(imported: MemoryImport): Promise<void>
  /** All memories of an item, in no particular order. */
  memoriesOf(source: string, item: string): Promise<MemoryImport[]>
  /** Whether anything from a source became or repeated a memory. */
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
  /** Whether the import created the memory; otherwise the memory was already known. */
  readonly isOwn: boolean
  /** A hash of everything the tool said about it. */
  readonly fingerprint: string
  /** The memory's hash when the import wrote it. */
  readonly contentHash: string
  readonly at: string
}

/** Memories of a `read` machine are treated like an agent's; changes of a `trusted` machine apply. */
export type Acceptance = 'read' | 'trusted'

/** What this store knows about the machines it syncs with. */
export interface SyncStore {
  /** This machine's id; undefined before the first sync. */
  machine(): Promise<string | undefined>
  setMachine(id: string): Promise<void>
  /** How far a machine's file was read, or ours written; 0 for a new one. */
  position(folder: string, machine: string): Promise<number>
  setPosition(folder: string, machine: string, position: number): Promise<void>
  /** Whether and how the user accepts a machine; undefined if not. */
  acceptance(machine: string): Promise<Acceptance | undefined>
  accept(machine: string, as: Acceptance): Promise<void>
  received(memoryId: string): Promise<ReceivedMemory | undefined>
  setReceived(memoryId: string, received: ReceivedMemory): Promise<void>
  /** Allows the memory to return, because the machine that forgot it restored it. */
  dropTombstone(memoryId: string): Promise<void>
}

export interface ReceivedMemory {
  readonly machine: string
  /** 0 if it was forgotten there. */
  readonly version: number
}

/**
 * A folder that several machines share through a sync tool or git. Each machine appends to its own
 * file and reads the others.
 */
export interface SyncFolder {
  /** A name that does not reveal its location. */
  readonly name: string
  /** Machines with a file, in order. Copies that a sync tool made do not count. */
  machines(): Promise<string[]>
  /** The size of a machine's file in bytes; undefined if there is none. */
  size(machine: string): Promise<number | undefined>
  /** Complete lines from a position on. Text after the last line break is left for the next time. */
  lines(machine: string, position: number): AsyncIterable<SyncLine>
  /** @returns the new size of the file */
  append(machine: string, lines: readonly string[]): Promise<number>
}

export interface SyncLine {
  /** Undefined if it is too long to be one of ours. */
  readonly text: string | undefined
  /** Where the next line starts. */
  readonly end: number
}

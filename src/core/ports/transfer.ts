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
  /** Only this project; undefined for all, with what is global. */
  readonly projectId?: string | undefined
}

/** What the store held at one moment, whatever is written meanwhile. */
export interface BundleSnapshot {
  counts(selection: BundleSelection): Record<string, number>
  /** Each line after those it refers to. */
  lines(selection: BundleSelection): Iterable<BundleLine>
  close(): void
}

export interface BundleStore {
  /** The memory as a line. */
  memory(id: string): Promise<BundleMemoryLine | undefined>
  /** Replaces the row with its id, and adds its sources. */
  putMemory(line: BundleMemoryLine): Promise<void>
  /** Does nothing if the store knows that it was forgotten. */
  putForgotten(line: ForgottenLine): Promise<void>
  /** Does nothing if one of them is missing, or the memory is valid or has a successor. */
  setSuccessor(id: string, by: string): Promise<void>
  /** The id under which the store has the host's session. */
  sessionOf(host: string, hostSessionId: string): Promise<string | undefined>
  /** Adds or completes the row. @returns false if it was there, or cannot be stored */
  putRow(line: RowLine): Promise<boolean>
}

/** What was imported, and in which state. Ids and texts are hashed, since they may be private. */
export interface ImportStore {
  isImported(source: string, item: string, fingerprint: string): Promise<boolean>
  markImported(item: ImportedItem): Promise<void>
  /** What became of another tool's memory, even if it is forgotten by now. */
  findMemory(source: string, foreign: string): Promise<MemoryImport | undefined>
  /** Replaces what is known of the same memory. */
  putMemory(imported: MemoryImport): Promise<void>
  /** All that came from an item, in no particular order. */
  memoriesOf(source: string, item: string): Promise<MemoryImport[]>
  /** Whether anything from a source became a memory, or repeated one. */
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
  /** Of everything the tool said about it. */
  readonly fingerprint: string
  /** Of the memory as the import left it. */
  readonly contentHash: string
  readonly at: string
}

/** A reader's memories are read as an agent's would be; a trusted machine's changes apply. */
export type Acceptance = 'read' | 'trusted'

/** What this store knows about the machines it syncs with. */
export interface SyncStore {
  /** The id of this machine; undefined before the first sync. */
  machine(): Promise<string | undefined>
  setMachine(id: string): Promise<void>
  /** How far a machine's file was read, or the own one written; 0 for a new one. */
  position(folder: string, machine: string): Promise<number>
  setPosition(folder: string, machine: string, position: number): Promise<void>
  /** How far the user accepts a machine; undefined if not at all. */
  acceptance(machine: string): Promise<Acceptance | undefined>
  accept(machine: string, as: Acceptance): Promise<void>
  received(memoryId: string): Promise<ReceivedMemory | undefined>
  setReceived(memoryId: string, received: ReceivedMemory): Promise<void>
  /** The memory may come back: the machine that forgot it has restored it. */
  dropTombstone(memoryId: string): Promise<void>
}

export interface ReceivedMemory {
  readonly machine: string
  /** 0 if it was forgotten there. */
  readonly version: number
}

/**
 * A folder that several machines share by a sync tool or git. Each machine appends to a file of its
 * own and reads those of the others.
 */
export interface SyncFolder {
  /** A name that does not reveal its location. */
  readonly name: string
  /** Machines with a file, in order; copies that a sync tool made of a file are none. */
  machines(): Promise<string[]>
  /** The bytes of a machine's file; undefined if there is none. */
  size(machine: string): Promise<number | undefined>
  /** Complete lines from a position on. What follows the last line end is left for the next time. */
  lines(machine: string, position: number): AsyncIterable<SyncLine>
  /** @returns the size of the file then */
  append(machine: string, lines: readonly string[]): Promise<number>
}

export interface SyncLine {
  /** Undefined if it is too long to be one of ours. */
  readonly text: string | undefined
  /** Where the next line begins. */
  readonly end: number
}

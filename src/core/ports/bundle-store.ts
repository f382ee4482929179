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

export interface BundleTransaction {
  /** The memory as a line. */
  memory(id: string): Promise<BundleMemoryLine | undefined>
  /** Writes it as it is in place of what has its id, and adds its sources. */
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

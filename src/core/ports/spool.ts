/** Events that hooks wrote and that are not ingested yet. Only one process may drain it at a time. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { SpoolEnvelope } from '../model/spool-file.ts'

export interface Spool {
  /** Adds an event like a hook; durable once it returns. Keeps the order of calls. */
  add(envelope: SpoolEnvelope, payload: string): Promise<void>
  /** Oldest first by arrival. Skips other files. */
  pending(limit?: number): Promise<SpoolEntry[]>
  /** Does not throw for a missing or malformed file. */
  read(entry: SpoolEntry): Promise<SpoolReading>
  /** Idempotent. */
  remove(entries: readonly SpoolEntry[]): Promise<void>
  /**
   * Sets an entry aside with the reason. Both texts are kept, so they must be redacted; `redact` is
   * for the header. The original file is removed once they are durable; one that cannot be opened
   * is moved unchanged. Idempotent.
   */
  reject(
    entry: SpoolEntry,
    reason: string,
    redactedText: string,
    redact: (text: string) => string,
  ): Promise<void>
  /** Oldest first. */
  rejected(): Promise<RejectedEntry[]>
  /** Puts rejected events back, if they have text. @returns the number of events */
  restoreRejected(): Promise<number>
  /** Idempotent. */
  removeRejected(names: readonly string[]): Promise<void>
  depth(): Promise<SpoolDepth>
  /** Removes half-written files of killed hooks after an hour. @returns the number removed */
  sweep(now: Date): Promise<number>
  /** Calls back when something may have arrived. May miss arrivals, so poll too. */
  watch(onChange: () => void): FolderWatch
}

export interface FolderWatch {
  /** False if the system cannot watch the folder. A network file system may never report anything. */
  isWorking(): boolean
  close(): void
}

export interface SpoolEntry {
  /** Never reused. */
  readonly name: string
  /** ISO 8601 UTC. */
  readonly arrivedAt: string
  readonly bytes: number
}

export type SpoolReading =
  | { readonly kind: 'ok'; readonly envelope: SpoolEnvelope; readonly payload: string }
  /** `text` is not redacted; empty if it is too large. */
  | { readonly kind: 'broken'; readonly reason: string; readonly text: string }
  | { readonly kind: 'gone' }

export interface RejectedEntry extends Partial<SpoolEnvelope> {
  readonly name: string
  readonly reason: string
  readonly at: string
  readonly text: string
}

export type SpoolDepth = OutputOf<'getStatus'>['spool']

/** The spool entries being read and stored right now, and those that caused trouble. */
export interface EntriesInHand {
  /** Empty if nothing was recorded; `ageMs` says how long ago it was. */
  read(): InHand & { readonly ageMs: number }
  /** Survives the process, but not a power cut, because it runs for every batch. */
  write(inHand: InHand): void
}

interface InHand {
  readonly names: readonly string[]
  /** How often the process died with only this entry in hand after it became a suspect. */
  readonly deaths: ReadonlyMap<string, number>
  /** Entries that could not be read so far, by name. */
  readonly delayed: ReadonlyMap<string, DelayedEntry>
}

export const triesUntilSetAside = 16

export interface DelayedEntry {
  readonly tries: number
  /** Failures without a shortage of the whole computer. */
  readonly faults: number
  /** The reason of the last failure, redacted. */
  readonly reason: string
  readonly notBefore: string
}

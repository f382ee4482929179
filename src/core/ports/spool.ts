/** Events that hooks wrote and that are not ingested yet. Only one process may drain it at a time. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { SpoolEnvelope } from '../model/spool-file.ts'

export interface Spool {
  /** Adds an event as a hook does; durable once it returns. Keeps the order of calls. */
  add(envelope: SpoolEnvelope, payload: string): Promise<void>
  /** Oldest first, by arrival. Skips foreign files. */
  pending(limit?: number): Promise<SpoolEntry[]>
  /** Never throws for a missing or malformed file. */
  read(entry: SpoolEntry): Promise<SpoolReading>
  /** Idempotent. */
  remove(entries: readonly SpoolEntry[]): Promise<void>
  /**
   * Sets an entry aside with the reason. Both texts are kept, so they must be redacted; `redact` is
   * for its header. The original file is removed once they are durable; one that cannot be opened is
   * moved as it is. Idempotent.
   */
  reject(
    entry: SpoolEntry,
    reason: string,
    redactedText: string,
    redact: (text: string) => string,
  ): Promise<void>
  /** Oldest first. */
  rejected(): Promise<RejectedEntry[]>
  /** Puts events that were set aside back, if they have text. @returns how many */
  restoreRejected(): Promise<number>
  /** Idempotent. */
  removeRejected(names: readonly string[]): Promise<void>
  depth(): Promise<SpoolDepth>
  /** Removes half-written files of killed hooks after an hour. @returns how many */
  sweep(now: Date): Promise<number>
  /** Calls back when something may have arrived. May miss arrivals, so poll as well. */
  watch(onChange: () => void): FolderWatch
}

export interface FolderWatch {
  /** False where the system cannot watch it. A network file system may never report anything. */
  isWorking(): boolean
  close(): void
}

export interface SpoolEntry {
  /** Unique forever. */
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

/** Which spool entries are being read and stored right now, and which made trouble. */
export interface EntriesInHand {
  /** Empty where nothing was remembered; with how long ago it was. */
  read(): InHand & { readonly ageMs: number }
  /** Survives the process, not a power cut: it happens for every batch. */
  write(inHand: InHand): void
}

interface InHand {
  /** Names of spool entries. */
  readonly names: readonly string[]
  /** How often the process died with this entry, and no other, in hand after it was a suspect. */
  readonly deaths: ReadonlyMap<string, number>
  /** By name: entries that could not be read so far. */
  readonly delayed: ReadonlyMap<string, DelayedEntry>
}

export const triesUntilSetAside = 16

export interface DelayedEntry {
  readonly tries: number
  /** Those that were not due to a shortage of the whole computer. */
  readonly faults: number
  /** Of the last try, redacted. */
  readonly reason: string
  readonly notBefore: string
}

/**
 * What hooks handed over and nobody has taken in yet. Hooks write it without us; this port reads
 * it. It knows nothing of leases or of the store: whoever drains it makes sure to be the only one.
 */
import type { SpoolEnvelope } from '../model/spool-file.ts'

export interface Spool {
  /** Hands over an event as a hook would; durable once it returns. Later adds arrive later. */
  add(envelope: SpoolEnvelope, payload: string): Promise<void>
  /** The oldest entries first, by arrival; at most `limit`. What is not ours is left out. */
  pending(limit?: number): Promise<SpoolEntry[]>
  /** Never throws for a file that is gone or is not what we expect. */
  read(entry: SpoolEntry): Promise<SpoolReading>
  /** Idempotent. */
  remove(entries: readonly SpoolEntry[]): Promise<void>
  /**
   * Sets an entry aside with the reason. The text and the reason are kept, so both must be redacted;
   * the file as it came is removed once they are durable. Idempotent.
   */
  reject(entry: SpoolEntry, reason: string, redactedText: string): Promise<void>
  /** What was set aside, oldest first. */
  rejected(): Promise<RejectedEntry[]>
  depth(): Promise<SpoolDepth>
  /** Removes what hooks that were killed left half-written, an hour after they last wrote. */
  sweep(now: Date): Promise<number>
  /** Tells when something may have arrived. May miss arrivals, so look now and then as well. */
  watch(onChange: () => void): { close(): void }
}

export interface SpoolEntry {
  /** Unique among everything ever spooled. */
  readonly name: string
  /** ISO 8601 UTC. */
  readonly arrivedAt: string
  readonly bytes: number
}

export type SpoolReading =
  | { readonly kind: 'ok'; readonly envelope: SpoolEnvelope; readonly payload: string }
  /** `text` is what was found, not redacted; empty when it is too large to look at. */
  | { readonly kind: 'broken'; readonly reason: string; readonly text: string }
  | { readonly kind: 'gone' }

export interface RejectedEntry {
  readonly name: string
  readonly reason: string
  /** When it arrived. */
  readonly at: string
  readonly host: string | undefined
  readonly event: string | undefined
  readonly text: string
}

export interface SpoolDepth {
  readonly pending: number
  readonly oldest: string | undefined
  readonly rejected: number
}

/** Time, ids, hashes and the log: what tests control. */
import type { Hash } from '../model/content-key.ts'
import type { Redactor } from './redactor.ts'

/** What almost everything needs besides the store. */
export interface Runtime {
  readonly clock: Clock
  readonly hash: Hash
  readonly ids: IdSource
  readonly log: Log
  readonly redactor: Redactor
}

export interface Clock {
  now(): Date
}

export interface IdSource {
  /** A new UUIDv7, which sorts after all earlier ones of this source. */
  next(): string
}

/** The daemon's log. Never throws; redacts secrets. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  /** `fields.error` is the cause. */
  error(message: string, fields?: Record<string, unknown>): void
}

/** Randomness and hashes for credentials. */
export interface Secrets {
  /** Characters of the alphabet, each with the same probability. Default: letters and digits. */
  random(length: number, alphabet?: string): string
  /** SHA-256 in hexadecimal. Only for secrets that are too long to guess or short-lived. */
  hash(secret: string): string
  /** Takes the same time wherever they differ. */
  isEqual(one: string, other: string): boolean
}

/** Limits how long reading one event may take, so that no event blocks the others. */
export interface TimeLimit {
  /** @throws TooSlowError from inside the work, even in a busy loop */
  run<T>(work: () => T): T
  /** @throws TooSlowError; the work continues, but its result is ignored */
  wait<T>(work: Promise<T>): Promise<T>
}

export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
}

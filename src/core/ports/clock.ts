/** Time and ids come from outside, so that tests decide them. */
export interface Clock {
  now(): Date
}

export interface IdSource {
  /** A new UUIDv7; later ids of one source sort after earlier ones. */
  next(): string
}

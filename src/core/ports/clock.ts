/** Time and ids, which tests control. */
export interface Clock {
  now(): Date
}

export interface IdSource {
  /** A new UUIDv7, which sorts after all earlier ones of this source. */
  next(): string
}

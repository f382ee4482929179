/** A position in the change feed: the number of a change, as text that sorts like the number. */
import type { Cursor } from '../core/ports/change-feed.ts'

const digits = 16

export const toCursor = (sequence: number): Cursor =>
  sequence === 0 ? '' : String(sequence).padStart(digits, '0')

/** An invalid cursor means the start of the feed. */
export const toSequence = (cursor: Cursor) => (/^\d{16}$/.test(cursor) ? Number(cursor) : 0)

/** A place in the change feed: the number of a change, as text that compares like the number. */
import type { Cursor } from '../core/ports/change-feed.ts'

const digits = 16

export const toCursor = (sequence: number): Cursor =>
  sequence === 0 ? '' : String(sequence).padStart(digits, '0')

/** An invalid cursor is before all changes. */
export const toSequence = (cursor: Cursor) => (/^\d{16}$/.test(cursor) ? Number(cursor) : 0)

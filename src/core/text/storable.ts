/**
 * Text that every database returns as it was stored. PostgreSQL accepts neither a NUL nor half a
 * surrogate pair; Node 22 reads SQLite's text only up to a NUL.
 */
export function storable(text: string): string {
  return withVisibleNul(text.toWellFormed())
}

/** Enough for SQLite, for which Node itself replaces half a pair. */
export function withVisibleNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u2400') : text
}

/** JSON whose strings are storable: databases read them out of it. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === 'string' ? storable(member) : member,
  )
}

/** Text as a reader sees it and as every database returns it. */

/**
 * Only what a reader sees: removes escape sequences, control characters, invisible characters between
 * letters and marks that turn the direction of writing. Lines, tabs, emoji and all scripts stay.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(escapeSequence, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(hidden, '')
}

/** The same for every text of a value that is to become JSON. */
export function visibleValue<Value>(value: Value): Value {
  if (typeof value === 'string') return visibleText(value) as Value
  if (Array.isArray(value)) return value.map(visibleValue) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, visibleValue(member)])
  return Object.fromEntries(entries) as Value
}

/** Terminal colours, cursor moves and window titles. */
export const escapeSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g

/**
 * Not the joiners and the last variation selectors, of which scripts and emoji are made. The tag
 * block and the other selectors can hide whole sentences.
 */
const hidden =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them goes, alone or combined
  /[^\P{Cc}\n\t]|[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu

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

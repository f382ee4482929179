/** A set of characters that answers by one lookup; a pattern for each takes ten times as long. */

export type CharacterTable = Uint8Array

export const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** @param characters of ASCII */
export function tableOf(characters: string): CharacterTable {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

export function isIn(table: CharacterTable, code: number): boolean {
  return code < 128 && table[code] === 1
}

/** Where the run of these characters from `from` ends, at most `longest` of them. */
export function runEnd(text: string, from: number, table: CharacterTable, longest: number): number {
  const limit = Math.min(text.length, from + longest)
  let end = from
  while (end < limit && isIn(table, text.charCodeAt(end))) end++
  return end
}

/** Where the run of these characters that ends at `end` starts. */
export function runStart(
  text: string,
  end: number,
  table: CharacterTable,
  longest: number,
): number {
  const limit = Math.max(0, end - longest)
  let start = end
  while (start > limit && isIn(table, text.charCodeAt(start - 1))) start--
  return start
}

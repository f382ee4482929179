/**
 * The lines of a wiki page, as the compiler and the dashboard read them. No Markdown library: what
 * people write must come back byte for byte, and list items end at our anchors. Measured on 100 kB of
 * hostile text: marked, micromark and commonmark.js take over 8 s or overflow the stack, markdown-it
 * takes 0.7 s and adds 100 kB to the dashboard; ours takes 0.3 s and 5 kB.
 */

const anchorAtEnd = /\^([0-9a-f]{10})(-page)?$/

export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}

/** The anchor that ends a line, if one does, and the text before it. */
export function anchorOf(line: string) {
  const trimmed = trimLineEnd(line)
  const found = anchorAtEnd.exec(trimmed)
  if (!found || !/^[ \t]?$/.test(trimmed.charAt(found.index - 1))) return undefined
  const before = trimLineEnd(trimmed.slice(0, found.index))
  return { anchor: found[1] ?? '', isConflict: found[2] !== undefined, before }
}

/** The words of the mark that ends a line, such as `*(fact, 2026-10-03)*`, and the text before it. */
export function markOf(line: string) {
  const trimmed = trimLineEnd(line)
  const found = /(?:^|[ \t])\*\(([^()]*)\)\*$/.exec(trimmed)
  return found ? { words: found[1] ?? '', before: trimmed.slice(0, found.index) } : undefined
}

/** Where a text that ends in an anchor may need a backslash. @returns undefined if it does not */
export function anchorIndex(line: string): number | undefined {
  return anchorAtEnd.exec(line)?.index
}

export function isThematicBreak(line: string): boolean {
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/[ \t]/g, ''))
}

/** Whether a line belongs to the list item above it. */
export function isIndented(line: string): boolean {
  return line.startsWith('  ') || line.startsWith('\t')
}

export function withoutIndentation(line: string, columns: number): string {
  if (line.startsWith('\t')) return line.slice(1)
  let cut = 0
  while (cut < columns && line[cut] === ' ') cut += 1
  return line.slice(cut)
}

/** The index of the next line that is not blank. */
export function nextFilled(lines: readonly string[], start: number): number {
  let at = start
  while (at < lines.length && trimLineEnd(lines[at] ?? '') === '') at += 1
  return at
}

/** A loop, because a pattern takes quadratic time on a hostile line of blanks. */
export function trimLineEnd(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1
  return line.slice(0, end)
}

export function trimLineStart(line: string): string {
  return line.replace(/^[ \t]+/, '')
}

/** Line-by-line differences between two texts. */

export interface LineChange {
  /** Lines `beforeStart` up to `beforeEnd` were replaced by lines `afterStart` up to `afterEnd`. */
  readonly beforeStart: number
  readonly beforeEnd: number
  readonly afterStart: number
  readonly afterEnd: number
}

/** Splits a text into lines that keep their line breaks, so joining them restores it. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

export function diffLines(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] {
  const start = commonPrefix(before, after)
  const end = commonSuffix(before, after, start)
  const a = before.slice(start, before.length - end)
  const b = after.slice(start, after.length - end)
  if (a.length === 0 && b.length === 0) return []
  const changes = a.length * b.length > maxTableCells ? [whole(a, b)] : changesBetween(a, b)
  return changes.map((change) => ({
    beforeStart: change.beforeStart + start,
    beforeEnd: change.beforeEnd + start,
    afterStart: change.afterStart + start,
    afterEnd: change.afterEnd + start,
  }))
}

/** Above this size the table costs too much; one large change is correct too. */
const maxTableCells = 4_000_000

function changesBetween(a: readonly string[], b: readonly string[]): LineChange[] {
  const common = commonLengths(a, b)
  const width = b.length + 1
  const lengthAt = (row: number, column: number) => common[row * width + column] ?? 0
  const changes: LineChange[] = []
  let row = 0
  let column = 0
  while (row < a.length || column < b.length) {
    const beforeStart = row
    const afterStart = column
    while ((row < a.length || column < b.length) && !(row < a.length && a[row] === b[column])) {
      const isRemoved = column >= b.length || lengthAt(row + 1, column) >= lengthAt(row, column + 1)
      if (row < a.length && isRemoved) row++
      else column++
    }
    if (row > beforeStart || column > afterStart) {
      changes.push({ beforeStart, beforeEnd: row, afterStart, afterEnd: column })
    }
    while (row < a.length && a[row] === b[column]) {
      row++
      column++
    }
  }
  return changes
}

/** Cell (row, column): how many lines `a` from row and `b` from column have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  for (let row = a.length - 1; row >= 0; row--) {
    for (let column = b.length - 1; column >= 0; column--) {
      const below = table[(row + 1) * width + column] ?? 0
      const right = table[row * width + column + 1] ?? 0
      const diagonal = table[(row + 1) * width + column + 1] ?? 0
      table[row * width + column] = a[row] === b[column] ? diagonal + 1 : Math.max(below, right)
    }
  }
  return table
}

function whole(a: readonly string[], b: readonly string[]): LineChange {
  return { beforeStart: 0, beforeEnd: a.length, afterStart: 0, afterEnd: b.length }
}

function commonPrefix(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const limit = Math.min(a.length, b.length)
  let length = 0
  while (length < limit && a[length] === b[length]) length++
  return length
}

/** Length of the common end, ignoring the first `taken` items of both. */
function commonSuffix(a: ArrayLike<unknown>, b: ArrayLike<unknown>, taken: number): number {
  const limit = Math.min(a.length, b.length) - taken
  let length = 0
  while (length < limit && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  return length
}

interface ReverseEdit {
  /** The range of the changed text to replace, in UTF-16 units. */
  readonly offset: number
  readonly length: number
  readonly original: string
}

/**
 * Undoes a change to a text. It contains only what we removed, so it never copies the rest of a
 * settings file and the secrets in it.
 */
export type ReversePatch = readonly ReverseEdit[]

export function reversePatch(before: string, after: string): ReversePatch {
  const beforeLines = linesOf(before)
  const afterLines = linesOf(after)
  const afterOffsets = offsetsOf(afterLines)
  return diffLines(beforeLines, afterLines).map((change) => {
    const original = beforeLines.slice(change.beforeStart, change.beforeEnd).join('')
    const written = afterLines.slice(change.afterStart, change.afterEnd).join('')
    const prefix = commonPrefix(original, written)
    const suffix = commonSuffix(original, written, prefix)
    return {
      offset: (afterOffsets[change.afterStart] ?? 0) + prefix,
      length: written.length - prefix - suffix,
      original: original.slice(prefix, original.length - suffix),
    }
  })
}

export function applyReversePatch(after: string, patch: ReversePatch): string {
  return patch.reduceRight((text, { offset, length, original }) => {
    return text.slice(0, offset) + original + text.slice(offset + length)
  }, after)
}

/** The offset of each line, then of the end of the text. */
function offsetsOf(lines: readonly string[]): readonly number[] {
  const offsets = [0]
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + line.length)
  return offsets
}

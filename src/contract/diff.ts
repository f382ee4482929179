/** Differences between two lists of texts: lines of a file, or words of a sentence. */

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, fresh] = [splitWords(before), splitWords(after)]
  const parts: DiffPart[] = []
  let at = 0
  for (const change of [...joinAcrossSpaces(diffLists(old, fresh), old), undefined]) {
    parts.push(
      { kind: 'same', text: old.slice(at, change?.beforeStart).join('') },
      {
        kind: 'removed',
        text: old.slice(change?.beforeStart ?? old.length, change?.beforeEnd).join(''),
      },
      {
        kind: 'added',
        text: fresh.slice(change?.afterStart ?? fresh.length, change?.afterEnd).join(''),
      },
    )
    at = change?.beforeEnd ?? at
  }
  return parts.filter(({ text }) => text !== '')
}

/** With less in common, both texts are easier to read than their differences. */
export function haveMuchInCommon(one: string, other: string): boolean {
  const lengthOf = (text: string) => text.replace(/\s/g, '').length
  const common = diffWords(one, other).filter(({ kind }) => kind === 'same')
  const longest = Math.max(lengthOf(one), lengthOf(other))
  return lengthOf(common.map(({ text }) => text).join('')) >= longest / 2
}

/** Words replaced one by one are easier to read as one phrase replaced by another. */
function joinAcrossSpaces(changes: readonly ListChange[], old: readonly string[]): ListChange[] {
  const joined: ListChange[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    const between = old.slice(last?.beforeEnd, change.beforeStart).join('')
    if (last && between.trim() === '') {
      const { beforeStart, afterStart } = last
      joined[joined.length - 1] = { ...change, beforeStart, afterStart }
    } else {
      joined.push(change)
    }
  }
  return joined
}

const splitWords = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

export interface ListChange {
  /** Items `beforeStart` up to `beforeEnd` were replaced by items `afterStart` up to `afterEnd`. */
  readonly beforeStart: number
  readonly beforeEnd: number
  readonly afterStart: number
  readonly afterEnd: number
}

export function diffLists(
  before: readonly string[],
  after: readonly string[],
): readonly ListChange[] {
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

function changesBetween(a: readonly string[], b: readonly string[]): ListChange[] {
  const common = commonLengths(a, b)
  const width = b.length + 1
  const lengthAt = (row: number, column: number) => common[row * width + column] ?? 0
  const changes: ListChange[] = []
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

/** Cell (row, column): how many items `a` from row and `b` from column have in common, in order. */
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

function whole(a: readonly string[], b: readonly string[]): ListChange {
  return { beforeStart: 0, beforeEnd: a.length, afterStart: 0, afterEnd: b.length }
}

export function commonPrefix(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const limit = Math.min(a.length, b.length)
  let length = 0
  while (length < limit && a[length] === b[length]) length++
  return length
}

/** Length of the common end, ignoring the first `taken` items of both. */
export function commonSuffix(a: ArrayLike<unknown>, b: ArrayLike<unknown>, taken: number): number {
  const limit = Math.min(a.length, b.length) - taken
  let length = 0
  while (length < limit && a[a.length - 1 - length] === b[b.length - 1 - length]) length++
  return length
}

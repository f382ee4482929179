/** Suggests the known name closest to an unknown one. */

/** @returns undefined if no candidate is close enough to suggest */
export function nearestName(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase()
  const near = candidates
    .map((name) => ({ name, distance: distanceTo(name.toLowerCase(), typed) }))
    .filter(({ distance }) => Number.isFinite(distance))
  return near.sort((a, b) => a.distance - b.distance)[0]?.name
}

const minPrefixLength = 3

/** Up to a third of the letters may differ, or the name may be a prefix, as in `claude`. */
function distanceTo(name: string, typed: string): number {
  const allowed = Math.max(1, Math.floor(Math.max(name.length, typed.length) / 3))
  const distance = editDistance(name, typed, allowed)
  // Of two that are equally far, a word is more often unfinished than wrong.
  if (distance <= allowed) return name.startsWith(typed) ? distance - 0.5 : distance
  const isUnfinished = typed.length >= minPrefixLength && name.startsWith(typed)
  return isUnfinished ? name.length - typed.length : Number.POSITIVE_INFINITY
}

/** Edit distance with swaps of neighbours; stops counting above `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let least = row
    // Farther from the diagonal, every distance is above the limit.
    const last = Math.min(b.length, row + limit)
    for (let column = Math.max(1, row - limit); column <= last; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const distance = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      current[column] = distance
      least = Math.min(least, distance)
    }
    if (least > limit) return limit + 1
    beforePrevious = previous
    previous = current
  }
  return at(previous, b.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY

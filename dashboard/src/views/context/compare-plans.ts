/** Which lines two contexts have in common. */

interface Line {
  readonly id: string
  readonly text: string
}

export interface ComparedLine<Each extends Line> {
  readonly line: Each
  /** Whether the other context lacks it. */
  readonly isOnlyHere: boolean
}

export function compareLines<Each extends Line>(
  here: readonly Each[],
  there: readonly Line[],
): ComparedLine<Each>[] {
  const others = new Set(there.map(nameOf))
  return here.map((line) => ({ line, isOnlyHere: !others.has(nameOf(line)) }))
}

/** A session has several lines, so its id is not enough. */
function nameOf({ id, text }: Line): string {
  return `${id} ${text}`
}

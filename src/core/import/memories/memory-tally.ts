/** What an import of memories brought. */
export interface MemoryTally {
  /** New ones. */
  memories: number
  candidates: number
  /** Changed in their source since the last import. */
  updated: number
  /** Ended in their source since the last import. */
  ended: number
  /** Said what a memory here says already, in other words or the same. */
  known: number
  /** Imported before, and the same since. */
  unchanged: number
  /** Imported before, then changed or forgotten here: left alone. */
  settledHere: number
  /** Of projects that are switched off. */
  disabled: number
  /** Of projects that cannot be told, by the name in the source. */
  readonly unplaced: Record<string, number>
  /** By reason. */
  readonly skipped: Record<string, number>
}

export const emptyMemoryTally = (): MemoryTally => ({
  memories: 0,
  candidates: 0,
  updated: 0,
  ended: 0,
  known: 0,
  unchanged: 0,
  settledHere: 0,
  disabled: 0,
  unplaced: {},
  skipped: {},
})

export function countIn(counts: Record<string, number>, name: string, times = 1): void {
  counts[name] = (counts[name] ?? 0) + times
}

export function addMemoryTally(total: MemoryTally, part: MemoryTally): void {
  total.memories += part.memories
  total.candidates += part.candidates
  total.updated += part.updated
  total.ended += part.ended
  total.known += part.known
  total.unchanged += part.unchanged
  total.settledHere += part.settledHere
  total.disabled += part.disabled
  for (const [name, times] of Object.entries(part.unplaced)) countIn(total.unplaced, name, times)
  for (const [reason, times] of Object.entries(part.skipped)) countIn(total.skipped, reason, times)
}

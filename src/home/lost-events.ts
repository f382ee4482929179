/**
 * run/lost-events: how many events hooks could not write, and when the last one was. Created with the
 * database and given a first line, so that its disk block is reserved when the disk is full; hooks,
 * in shell or here, add one byte per event. A block has space for about four thousand.
 */
import { appendFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import type { HomePaths } from './paths.ts'

export interface LostEvents {
  readonly count: number
  /** ISO 8601 UTC. */
  readonly lastAt: string
}

type Place = Pick<HomePaths, 'lostEvents'>

const firstLine = 'One byte for each event that could not be written:\n'

export function prepareLostEvents({ lostEvents }: Place): void {
  try {
    writeFileSync(lostEvents, firstLine, { flag: 'wx', mode: 0o600 })
  } catch {
    // It exists, or there is no space for it.
  }
}

/** Never throws, because it is called when another write has failed. */
export function countLostEvent({ lostEvents }: Place): void {
  try {
    appendFileSync(lostEvents, '.', { mode: 0o600 })
  } catch {
    // Nothing can be written at all.
  }
}

/** @returns undefined if none was lost since the last acknowledgement */
export function readLostEvents({ lostEvents }: Place): LostEvents | undefined {
  const stats = statSync(lostEvents, { throwIfNoEntry: false })
  if (!stats?.isFile()) return undefined
  // If the file is missing, a hook creates it without the first line.
  const count = stats.size < firstLine.length ? stats.size : stats.size - firstLine.length
  return count === 0 ? undefined : { count, lastAt: stats.mtime.toISOString() }
}

/** Stops reporting them. */
export function acknowledgeLostEvents({ lostEvents }: Place): void {
  if (!statSync(lostEvents, { throwIfNoEntry: false })) return
  truncateSync(lostEvents, 0)
  writeFileSync(lostEvents, firstLine)
}

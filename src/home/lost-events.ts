/**
 * run/lost-events: how many events hooks could not write, and when the last one was. It is made with
 * the database and holds a first line, so that its block is there when the disk is full; a hook, written
 * in shell or here, adds one byte for each event. A block takes about four thousand.
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
    // It is there, or there is no room for it any more.
  }
}

/** Never throws: it is called because something else could not be written. */
export function countLostEvent({ lostEvents }: Place): void {
  try {
    appendFileSync(lostEvents, '.', { mode: 0o600 })
  } catch {
    // Nothing at all can be written.
  }
}

/** @returns undefined when none was lost since they were acknowledged */
export function readLostEvents({ lostEvents }: Place): LostEvents | undefined {
  const stats = statSync(lostEvents, { throwIfNoEntry: false })
  if (!stats?.isFile()) return undefined
  // A hook makes it without its first line where it is missing.
  const count = stats.size < firstLine.length ? stats.size : stats.size - firstLine.length
  return count === 0 ? undefined : { count, lastAt: stats.mtime.toISOString() }
}

/** From now on they are not reported any more. */
export function acknowledgeLostEvents({ lostEvents }: Place): void {
  if (!statSync(lostEvents, { throwIfNoEntry: false })) return
  truncateSync(lostEvents, 0)
  writeFileSync(lostEvents, firstLine)
}

/**
 * SQLite leaves deleted text where it was until something else needs the place. What is forgotten
 * for good is taken out of the files themselves.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { yieldToEventLoop } from '../../../core/jobs/yield-to-event-loop.ts'
import type { Database } from './database.ts'

export async function eraseDeleted(database: Database): Promise<void> {
  while (await database.transaction(() => merge(database))) await yieldToEventLoop()
  await database.transaction(() => fillFreePages(database))
  await emptyLog(database)
}

const pagesAtOnce = 100

/** FTS5 only marks what is deleted, until it merges. @returns false when nothing is left to merge */
function merge(database: Database): boolean {
  database.overwriteDeleted()
  const before = changes(database)
  database.run("INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)", -pagesAtOnce)
  // The statement itself counts as one.
  return changes(database) - before > 1
}

function changes(database: Database): number {
  return Number(database.get('SELECT total_changes() AS count')?.count)
}

const blobBytes = 1024 * 1024

/** A table that takes all of them and is dropped again. */
function fillFreePages(database: Database): void {
  const pages = Number(database.get('PRAGMA freelist_count')?.freelist_count)
  const bytes = pages * Number(database.get('PRAGMA page_size')?.page_size)
  if (bytes === 0) return
  database.overwriteDeleted()
  database.exec('CREATE TABLE free_pages (bytes BLOB)')
  for (let filled = 0; filled < bytes; filled += blobBytes) {
    const size = Math.min(blobBytes, bytes - filled)
    database.exec(`INSERT INTO free_pages VALUES (zeroblob(${size}))`)
  }
  database.exec('DROP TABLE free_pages')
}

const tries = 40
const pauseMs = 50

/** Somebody may be reading from it; whoever keeps on reading keeps it. */
async function emptyLog(database: Database): Promise<void> {
  for (let number = 0; number < tries; number++) {
    if (await database.emptyLog()) return
    await delay(pauseMs)
  }
}

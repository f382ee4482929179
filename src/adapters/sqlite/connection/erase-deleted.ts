/** Erases deleted text from the files, where SQLite leaves it until the space is reused. */
import { setTimeout as delay } from 'node:timers/promises'
import { yieldToEventLoop } from '../../../core/jobs/yield-to-event-loop.ts'
import type { Database } from './database.ts'

export async function eraseDeleted(database: Database): Promise<void> {
  while (await database.transaction(() => merge(database))) await yieldToEventLoop()
  await database.transaction(() => fillFreePages(database))
  await emptyLog(database)
}

const pagesAtOnce = 100

/** FTS5 only marks deletions until it merges. @returns false if nothing is left to merge */
function merge(database: Database): boolean {
  database.overwriteDeleted()
  const before = database.number(totalChanges)
  database.run("INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)", -pagesAtOnce)
  // The statement itself counts as one.
  return database.number(totalChanges) - before > 1
}

const totalChanges = 'SELECT total_changes()'

const blobBytes = 1024 * 1024

/** Creates a table that takes them all, and drops it. */
function fillFreePages(database: Database): void {
  const bytes = database.number('PRAGMA freelist_count') * database.number('PRAGMA page_size')
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

/** Gives up after 2 s if others keep reading from the log. */
async function emptyLog(database: Database): Promise<void> {
  for (let number = 0; number < tries; number++) {
    if (await database.emptyLog()) return
    await delay(pauseMs)
  }
}

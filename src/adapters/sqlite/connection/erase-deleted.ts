/** Erases deleted text from the files; SQLite leaves it there until it reuses the space. */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ThroughlineError } from '../../../contract/errors.ts'
import { yieldToEventLoop } from '../../../core/jobs/yield-to-event-loop.ts'
import type { Database } from './database.ts'
import { freeBytes } from './integrity.ts'

/**
 * @param rewrite the file, if it must be rewritten too. When SQLite splits a page it copies rows
 * and leaves the originals in the gap; about one deleted row in a hundred stays there, and only a
 * new file is free of them. Other writers wait meanwhile.
 */
export async function eraseDeleted(
  database: Database,
  { rewrite }: { rewrite?: string | undefined } = {},
): Promise<void> {
  while (await database.transaction(() => merge(database))) await yieldToEventLoop()
  try {
    if (rewrite !== undefined && rewrite !== ':memory:') return await rewriteFile(rewrite)
    await fillFreePages(database)
  } catch (error) {
    // For example a full disk; what can be overwritten in place still is.
    if (rewrite !== undefined) await fillFreePages(database)
    throw error
  } finally {
    await emptyLog(database)
  }
}

const pagesAtOnce = 100

/** FTS5 only marks deletions until it merges. @returns false if there is nothing left to merge */
function merge(database: Database): boolean {
  database.overwriteDeleted()
  const before = database.number(totalChanges)
  database.run("INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)", -pagesAtOnce)
  // The statement itself counts as one change.
  return database.number(totalChanges) - before > 1
}

const totalChanges = 'SELECT total_changes()'

const blobBytes = 1024 * 1024

/** Each batch is one transaction of a few milliseconds. */
const blobsAtOnce = 4

/**
 * Fills the free pages with a temporary table in small steps, empties it the same way and drops it.
 * After an interruption the table may exist already.
 */
async function fillFreePages(database: Database): Promise<void> {
  await database.transaction(() =>
    database.exec('CREATE TABLE IF NOT EXISTS free_pages (bytes BLOB)'),
  )
  let left = freeBytes(database)
  while (left > 0) {
    left = await database.transaction(() => fillSome(database, left))
    await yieldToEventLoop()
  }
  while (await database.transaction(() => dropSome(database))) await yieldToEventLoop()
}

/** @returns how much of the initial free space is left */
function fillSome(database: Database, wanted: number): number {
  let left = Math.min(wanted, freeBytes(database))
  for (let blob = 0; blob < blobsAtOnce && left > 0; blob++) {
    const bytes = Math.min(blobBytes, left)
    database.exec(`INSERT INTO free_pages VALUES (zeroblob(${bytes}))`)
    left -= bytes
  }
  return left
}

/** @returns false once the table is dropped */
function dropSome(database: Database): boolean {
  const some = 'SELECT rowid FROM free_pages LIMIT ?'
  if (database.run(`DELETE FROM free_pages WHERE rowid IN (${some})`, blobsAtOnce) > 0) return true
  database.exec('DROP TABLE free_pages')
  return false
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

/** Evaluated from a string, so that it needs no extra file in the package. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
try {
  const database = new DatabaseSync(workerData, { timeout: 10000 })
  database.exec('VACUUM')
  database.close()
  parentPort.postMessage('')
} catch (error) {
  parentPort.postMessage(error.message)
}`

/**
 * Runs on a separate thread, so that it does not block the daemon's event loop.
 * @throws ThroughlineError `database-unwritable` with the reason, such as a full disk
 */
async function rewriteFile(file: string): Promise<void> {
  const worker = new Worker(program, { eval: true, workerData: file })
  const reason = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  if (reason === '') return
  throw new ThroughlineError('database-unwritable', `the file could not be rewritten: ${reason}`, {
    hint: 'all rows are deleted and overwritten; throughline prune --compact rewrites the file',
  })
}

/**
 * Opens the database file. One that is there, sound and of this version is opened by as many
 * processes as like; whatever else is to be done (make it, migrate it, replace it when it is
 * damaged) one of them does, and the others wait for it.
 */
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ThroughlineError } from '../../../contract/errors.ts'
import { Database, defaultPatienceMs } from './database.ts'
import { isBusy, isCorrupt } from './errors.ts'
import { refuseDamaged } from './integrity.ts'
import { isCurrent, type MigrationOptions, migrate } from './migrate.ts'
import { tryLock } from './process-lock.ts'
import { salvage } from './salvage.ts'

export interface OpeningOptions extends MigrationOptions {
  readonly file: string
  readonly patienceMs?: number
  /** Look through the file for damage that opening it does not show. */
  readonly verify?: boolean
}

export interface OpenDatabase {
  readonly database: Database
  /** Where a damaged one was moved, in whose place this one was made. */
  readonly movedAside?: string
  /** How many memories of that one could be read and are in this one. */
  readonly salvaged?: number
}

const retryEveryMs = 25

export async function openDatabase(options: OpeningOptions): Promise<OpenDatabase> {
  if (options.file === ':memory:') return { database: await prepare(options) }
  const giveUpAt = performance.now() + (options.patienceMs ?? defaultPatienceMs)
  for (;;) {
    try {
      const ready = openReady(options)
      return ready ? { database: ready } : await prepareAlone(options)
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
      await delay(retryEveryMs)
    }
  }
}

/**
 * Never makes a file, and takes none that was moved aside while it was being opened: beside it would
 * be the write-ahead log of its successor.
 * @returns undefined when there is something to prepare, or to complain of
 */
function openReady(options: OpeningOptions): Database | undefined {
  if (!existsSync(options.file)) return undefined
  try {
    return keptIf(new Database(options.file, { ...options, mustExist: true }), (database) => {
      if (!isCurrent(database, options)) return false
      if (options.verify) refuseDamaged(database)
      return database.isInPlace()
    })
  } catch (error) {
    if (isBusy(error)) throw error
    return undefined
  }
}

async function prepareAlone(options: OpeningOptions): Promise<OpenDatabase> {
  const lock = tryLock(`${options.file}.lock`)
  if (!lock) throw new ThroughlineError('database-busy', 'another process prepares the database')
  try {
    return { database: await prepare(options) }
  } catch (error) {
    if (!isCorrupt(error)) throw error
    const movedAside = moveAside(options.file, options.now)
    const database = await prepare(options)
    return { database, movedAside, salvaged: await salvage(movedAside, database) }
  } finally {
    lock.release()
  }
}

async function prepare(options: OpeningOptions): Promise<Database> {
  const database = new Database(options.file, options)
  try {
    await migrate(database, options)
    if (options.verify) refuseDamaged(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function keptIf(
  database: Database,
  isWanted: (database: Database) => boolean,
): Database | undefined {
  let keep = false
  try {
    keep = isWanted(database)
    return keep ? database : undefined
  } finally {
    if (!keep) database.close()
  }
}

/** The damaged ones beside it that nobody has removed yet, the latest last. */
export function listMovedAside(file: string): string[] {
  const folder = dirname(file)
  const prefix = asidePrefix(basename(file))
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && !/-(wal|shm)$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

const asidePrefix = (file: string) => `${file}.corrupt-`

function moveAside(file: string, now: Date): string {
  const stamped = `${asidePrefix(file)}${now.toISOString().replace(/[:.]/g, '-')}`
  let aside = stamped
  for (let copy = 2; existsSync(aside); copy++) aside = `${stamped}-${copy}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

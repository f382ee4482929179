/**
 * Opens the database file. Any number of processes can open an intact file of this version. If it
 * must be created, migrated or replaced, one process does that and the others wait.
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
  /** Check the file for damage that opening it does not reveal. */
  readonly verify?: boolean | 'whole'
}

export interface OpenDatabase {
  readonly database: Database
  readonly movedAside?: string
  readonly salvaged?: number
}

const retryEveryMs = 25

export async function openDatabase(options: OpeningOptions): Promise<OpenDatabase> {
  if (options.file === ':memory:') return { database: await prepare(options) }
  let giveUpAt: number | undefined
  for (;;) {
    try {
      const ready = openReady(options)
      return ready ? { database: ready } : await prepareAlone(options)
    } catch (error) {
      giveUpAt ??= performance.now() + (options.patienceMs ?? defaultPatienceMs)
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
      await delay(retryEveryMs)
    }
  }
}

/**
 * Never creates a file, nor opens one that was moved aside meanwhile: it would use the write-ahead
 * log of the new one.
 * @returns undefined if the file must be prepared, or cannot be opened
 */
function openReady(options: OpeningOptions): Database | undefined {
  if (!existsSync(options.file)) return undefined
  try {
    return keptIf(new Database(options.file, { ...options, mustExist: true }), (database) => {
      if (!isCurrent(database, options)) return false
      if (options.verify) refuseDamaged(database, options.verify === 'whole')
      return database.isInPlace()
    })
  } catch (error) {
    if (isBusy(error)) throw error
    return undefined
  }
}

async function prepareAlone(options: OpeningOptions): Promise<OpenDatabase> {
  const lock = tryLock(`${options.file}.lock`)
  if (!lock)
    throw new ThroughlineError('database-busy', 'another process is preparing the database')
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
    if (options.verify) refuseDamaged(database, options.verify === 'whole')
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

/** Damaged databases that were moved aside and still exist, newest last. */
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

/** Opens the local store: the ports of the core on one SQLite file. */
import { existsSync, renameSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ThroughlineError } from '../../contract/errors.ts'
import { memoryDocument } from '../../core/indexing/documents.ts'
import type { CaptureStore } from '../../core/ports/capture-store.ts'
import type { Clock, IdSource } from '../../core/ports/clock.ts'
import type { HistoryReader } from '../../core/ports/history-reader.ts'
import type { HistorySource } from '../../core/ports/history-source.ts'
import type { IndexQueue } from '../../core/ports/index-queue.ts'
import type { JobQueue } from '../../core/ports/job-queue.ts'
import type { MemoryStore } from '../../core/ports/memory-store.ts'
import type { ProjectStore } from '../../core/ports/project-store.ts'
import type { SearchIndex } from '../../core/ports/search-index.ts'
import { createIdSource } from '../ids.ts'
import { createCaptureStore } from './capture-store.ts'
import { Database, defaultPatienceMs } from './database.ts'
import { isBusy, isCorrupt } from './errors.ts'
import { createHistoryReader } from './history-reader.ts'
import { createHistorySource } from './history-source.ts'
import { createIndexQueue } from './index-queue.ts'
import { checkIntegrity, databaseBytes, refuseDamaged } from './integrity.ts'
import { createJobQueue } from './job-queue.ts'
import { createMemoryStore } from './memory-store.ts'
import { type MigrationOptions, migrate } from './migrate.ts'
import { tryLock } from './process-lock.ts'
import { createProjectStore } from './project-store.ts'
import { createSearchIndex } from './search-index.ts'

export interface Store {
  readonly capture: CaptureStore
  readonly jobs: JobQueue
  readonly projects: ProjectStore
  readonly history: HistoryReader
  readonly memories: MemoryStore
  readonly search: SearchIndex
  readonly historySource: HistorySource
  readonly indexQueue: IndexQueue
  readonly ids: IdSource
  /** Where a damaged database was moved when this one was opened in its place. */
  readonly movedAside: string | undefined
  /** SQLite's own findings; empty when the file is sound. */
  checkIntegrity(): string[]
  bytes(): number
  close(): void
}

export interface StoreOptions extends Omit<MigrationOptions, 'now'> {
  readonly file: string
  readonly clock: Clock
  readonly patienceMs?: number
  /** Look through the file for damage that opening it does not show. */
  readonly verify?: boolean
}

const retryEveryMs = 25

export async function openStore(options: StoreOptions): Promise<Store> {
  const giveUpAt = performance.now() + (options.patienceMs ?? defaultPatienceMs)
  for (;;) {
    try {
      return await openOrReplace(options)
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
      await delay(retryEveryMs)
    }
  }
}

/** Of several processes that find the file damaged one moves it; the others open what it made. */
async function openOrReplace(options: StoreOptions): Promise<Store> {
  try {
    return await openSound(options)
  } catch (error) {
    if (!isCorrupt(error) || options.file === ':memory:') throw error
  }
  const lock = tryLock(`${options.file}.lock`)
  if (!lock) throw new ThroughlineError('database-busy', 'a damaged database is being replaced')
  try {
    return await openSound(options)
  } catch (error) {
    if (!isCorrupt(error)) throw error
    return await openSound(options, moveAside(options.file, options.clock.now()))
  } finally {
    lock.release()
  }
}

async function openSound(options: StoreOptions, movedAside?: string): Promise<Store> {
  const { file, clock } = options
  const database = new Database(file, options)
  try {
    await migrate(database, { ...options, now: clock.now() })
    if (options.verify) refuseDamaged(database)
    const newest = database.get('SELECT max(id) AS id FROM events')?.id
    const ids = createIdSource(clock, typeof newest === 'string' ? newest : undefined)
    return portsOn(database, clock, ids, movedAside)
  } catch (error) {
    database.close()
    throw error
  }
}

export function portsOn(
  database: Database,
  clock: Clock,
  ids: IdSource,
  movedAside?: string,
): Store {
  const search = createSearchIndex(database)
  return {
    capture: createCaptureStore(database, { clock, ids }),
    jobs: createJobQueue(database, { clock, ids }),
    projects: createProjectStore(database, { clock, ids }),
    history: createHistoryReader(database),
    memories: createMemoryStore(database, {
      onWritten: (memory) => search.put([memoryDocument(memory)]),
      onForgotten: (id) => search.remove([{ type: 'memory', id }]),
    }),
    search,
    historySource: createHistorySource(database),
    indexQueue: createIndexQueue(database),
    ids,
    movedAside,
    checkIntegrity: () => checkIntegrity(database),
    bytes: () => databaseBytes(database),
    close: () => database.close(),
  }
}

function moveAside(file: string, now: Date): string {
  const stamped = `${file}.corrupt-${now.toISOString().replace(/[:.]/g, '-')}`
  let aside = stamped
  for (let copy = 2; existsSync(aside); copy++) aside = `${stamped}-${copy}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return aside
}

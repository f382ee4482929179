/** A SQLite store in its own file, whose rows a test can read. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../../src/adapters/sqlite/connection/database.ts'
import { migrate } from '../../../src/adapters/sqlite/connection/migrate.ts'
import type { Row } from '../../../src/adapters/sqlite/connection/statement.ts'
import { openStore, type StoreOptions } from '../../../src/adapters/sqlite/store.ts'
import type { Clock } from '../../../src/core/ports/runtime.ts'
import { memoryFolderVariable } from '../../hermetic/memory-folder.ts'

export type MemoryStore = Awaited<ReturnType<typeof openMemoryStore>>

/** In memory where that is possible, so durable transactions wait for no disk. */
const parent = process.env[memoryFolderVariable] ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
export const makeStoreFolder = () => mkdtempSync(join(parent, 'throughline-store-'))

let template: Promise<string> | undefined

/** The file of an empty database, to be copied. */
export function storeTemplate(): Promise<string> {
  template ??= makeTemplate()
  return template
}

/** An empty database, created once, because copying is faster than migrating for every test. */
async function makeTemplate(): Promise<string> {
  const folder = makeStoreFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'template.db')
  const database = new Database(file)
  await migrate(database, { backupFolder: folder, keepBackups: 1, now: new Date(0) })
  await database.emptyLog()
  database.close()
  return file
}

export async function openMemoryStore(
  clock: Clock,
  options: Partial<Omit<StoreOptions, 'file' | 'clock'>> = {},
) {
  const folder = makeStoreFolder()
  const file = join(folder, 'throughline.db')
  copyFileSync(await storeTemplate(), file)
  const store = await openStore({ file, backupFolder: folder, keepBackups: 1, clock, ...options })
  const database = new Database(file)
  return {
    ...store,
    file,
    rows: (sql: string, ...values: string[]): Row[] => database.all(sql, ...values),
    exec: (sql: string) => database.exec(sql),
    close() {
      database.close()
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a version of this program can open a database. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { translating } from './errors.ts'

/** The newest schema that a program in this folder knows, by its migrations. */
export function schemaOfProgram(folder: string): number {
  const migrations = join(folder, 'dist', 'adapters', 'sqlite', 'connection', 'migrations')
  return readdirSync(migrations).filter((name) => name.endsWith('.sql')).length
}

/** @returns 0 if there is no database yet */
export function schemaOfDatabase(file: string): number {
  if (!existsSync(file)) return 0
  return translating(() => {
    const connection = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    try {
      return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0)
    } finally {
      connection.close()
    }
  })
}

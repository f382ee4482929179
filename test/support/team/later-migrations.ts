/** The migrations of a version to come. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'

const ours = join(
  import.meta.dirname,
  ...['..', '..', '..', 'src', 'adapters', 'postgres', 'connection', 'migrations'],
)
export const laterMigration = '900000_later.sql'

/** A folder with ours and one more. */
export function laterMigrations(sql: string): URL {
  const folder = join(makeTemporaryFolder(), 'migrations')
  mkdirSync(folder)
  for (const name of readdirSync(ours)) copyFileSync(join(ours, name), join(folder, name))
  writeFileSync(join(folder, laterMigration), sql)
  return pathToFileURL(`${folder}/`)
}

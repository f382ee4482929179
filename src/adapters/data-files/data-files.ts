/** Logs, the spool and copies of the database, as files of the home folder. */
import { lstatSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseCopy, DataFiles } from '../../core/ports/deletion.ts'
import type { HomePaths } from '../../home/paths.ts'
import { listFiles } from './list-files.ts'
import { countInFile, overwriteInFile } from './overwrite-in-file.ts'

export function createDataFiles(paths: HomePaths): DataFiles {
  return {
    copies: async () => findCopies(paths),
    async deleteCopies(files) {
      for (const file of files) {
        for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
      }
    },
    async countText(text) {
      return sumOver(plainFiles(paths), (file) => countInFile(file, formsOf(text)))
    },
    async overwriteText(text) {
      return sumOver(plainFiles(paths), (file) => overwriteInFile(file, formsOf(text)))
    },
    async countInPages(text) {
      return sumOver(listFiles(paths.wiki), (file) => countInFile(file, formsOf(text)))
    },
    async overwriteInPages(text) {
      return sumOver(listFiles(paths.wiki), (file) => overwriteInFile(file, formsOf(text)))
    },
    async filesWith(text) {
      const others = listFiles(paths.root).filter((file) => !isNamed(file, heldBySqlite))
      return others.filter((file) => countInFile(file, formsOf(text)) > 0)
    },
  }
}

/** Never opened beside SQLite: closing such a file frees the locks of this process on it. */
const heldBySqlite = /\.(?:db|lock)(?:$|[-.])/

const backupName = /^throughline-v\d+-.*\.db$/
const damagedName = /^throughline\.db\.corrupt-.*(?<!-wal|-shm)$/

function findCopies(paths: HomePaths): DatabaseCopy[] {
  const backups = listFiles(paths.backups, { deep: false }).filter((file) =>
    isNamed(file, backupName),
  )
  const damaged = listFiles(paths.root, { deep: false }).filter((file) =>
    isNamed(file, damagedName),
  )
  return [...backups, ...damaged]
    .map((file) => {
      const { mtime, size } = lstatSync(file)
      return { file, at: mtime.toISOString(), bytes: size }
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1))
}

const isNamed = (file: string, pattern: RegExp) => pattern.test(basename(file))

/** Where text stands as it is, and may be overwritten without harm. */
const plainFiles = ({ logs, spool, rejected, fileTriggers }: HomePaths) => [
  ...listFiles(logs),
  ...listFiles(spool, { deep: false }),
  ...listFiles(rejected),
  fileTriggers,
]

/** As it is, and as it is written within JSON. */
function formsOf(text: string): Buffer[] {
  const escaped = JSON.stringify(text).slice(1, -1)
  return [...new Set([text, escaped])].map((form) => Buffer.from(form))
}

async function sumOver(files: readonly string[], count: (file: string) => number): Promise<number> {
  let total = 0
  for (const file of files) {
    total += count(file)
    await new Promise(setImmediate)
  }
  return total
}

/** Logs, the spool and copies of the database, as files of the home folder. */
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseCopy, DataFiles } from '../../core/ports/deletion.ts'
import type { HomePaths } from '../../home/paths.ts'

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
      const others = listFiles(paths.root).filter((file) => !isNamed(file, usedBySqlite))
      return others.filter((file) => countInFile(file, formsOf(text)) > 0)
    },
  }
}

/** Never open these beside SQLite: closing such a file releases this process's locks on it. */
const usedBySqlite = /\.(?:db|lock)(?:$|[-.])/

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

/** Text in these files is plain and may be overwritten in place. */
const plainFiles = ({ logs, spool, rejected, fileTriggers, toolTriggers }: HomePaths) => [
  ...listFiles(logs),
  ...listFiles(spool, { deep: false }),
  ...listFiles(rejected),
  fileTriggers,
  toolTriggers,
]

/** The text as it is, and as JSON escapes it. */
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

const chunkBytes = 4 * 1024 * 1024
const filler = '*'

export function countInFile(file: string, forms: readonly Buffer[]): number {
  return withFile(file, constants.O_RDONLY, (descriptor) => findAll(descriptor, forms).length)
}

/** @returns the number of occurrences */
export function overwriteInFile(file: string, forms: readonly Buffer[]): number {
  if (countInFile(file, forms) === 0) return 0
  return withFile(file, constants.O_RDWR, (descriptor) => {
    const places = findAll(descriptor, forms)
    for (const { at, length } of places) {
      writeSync(descriptor, Buffer.from(filler.repeat(length)), 0, length, at)
    }
    return places.length
  })
}

interface Place {
  readonly at: number
  readonly length: number
}

/** Chunks overlap, so that text across two chunks is found too. */
function findAll(descriptor: number, forms: readonly Buffer[]): Place[] {
  const overlap = Math.max(...forms.map(({ length }) => length)) - 1
  const buffer = Buffer.alloc(chunkBytes + overlap)
  const places = new Map<number, Place>()
  for (let start = 0; ; start += chunkBytes) {
    const read = readSync(descriptor, buffer, 0, buffer.length, start)
    if (read === 0) break
    const chunk = buffer.subarray(0, read)
    for (const form of forms) {
      for (let at = chunk.indexOf(form); at >= 0; at = chunk.indexOf(form, at + form.length)) {
        places.set(start + at, { at: start + at, length: form.length })
      }
    }
  }
  return [...places.values()]
}

/** The file may be gone by now, which is as good as a file without the text. */
function withFile(file: string, flags: number, work: (descriptor: number) => number): number {
  let descriptor: number
  try {
    descriptor = openSync(file, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Lists regular files only and follows no links. */
function listFiles(folder: string, { deep = true } = {}): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return deep ? listFiles(path) : []
    return entry.isFile() ? [path] : []
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

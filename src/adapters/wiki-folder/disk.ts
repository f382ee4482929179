/** The few disk writes of a wiki, so that a test can make each of them fail. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsync,
  lstatSync,
  mkdirSync,
  open as openCallback,
  realpathSync,
  renameSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { ThroughlineError } from '../../contract/errors.ts'
import { tryTo } from '../../home/try-to.ts'

const sync = promisify(fsync)
const openFile = promisify(openCallback)

export interface Disk {
  /**
   * Writes and syncs a new file.
   * @param pieces parts of the text; the caller need not join them
   * @returns the file's fingerprint, which a rename does not change
   */
  create(file: string, pieces: readonly string[]): Promise<string>
  rename(from: string, to: string): Promise<void>
  remove(file: string): Promise<void>
  /** Appends the whole text in one write. */
  append(file: string, text: string): Promise<void>
  makeFolder(folder: string): Promise<void>
  /** Makes renames and deletions in the folder durable. */
  syncFolder(folder: string): Promise<void>
}

export interface FileModes {
  readonly file: number
  readonly folder: number
}

export const realDisk: Disk = diskWith({ file: 0o600, folder: 0o700 })

export function diskWith(modes: FileModes): Disk {
  return {
    async create(file, pieces) {
      // Runs on other threads: while another file is synced, both calls wait for the disk.
      const descriptor = await openFile(file, 'wx', modes.file)
      try {
        for (const piece of pieces) writeFileSync(descriptor, piece)
        await sync(descriptor)
        return fingerprintOf(fstatSync(descriptor))
      } finally {
        closeSync(descriptor)
      }
    },
    rename: async (from, to) => renameSync(from, to),
    remove: unlink,
    async append(file, text) {
      const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants
      const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, modes.file)
      try {
        await handle.write(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    async makeFolder(folder) {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: modes.folder })
    },
    async syncFolder(folder) {
      // Windows cannot sync folders.
      if (process.platform === 'win32') return
      const handle = await open(folder, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
  }
}

/** `bigint` would take three times as long; fractions of a microsecond distinguish saves too. */
export const fingerprintOf = ({ ino, size, mtimeMs }: Stats) => `${ino} ${size} ${mtimeMs}`

const mostCharacters = 400

/**
 * Where a page is on disk. Neither its name nor a link can lead outside its wiki.
 * @throws ThroughlineError `invalid-input`
 */
export async function insideFolder(root: string, path: string): Promise<string> {
  if (!isPlainPath(path)) throw leadsOut(path)
  const file = join(root, ...path.split('/'))
  const parent = dirname(file)
  const [realRoot, realParent] = [realOrSame(root), realOrSame(parent)]
  const wanted = join(realRoot, ...path.split('/').slice(0, -1))
  if (realParent !== wanted && exists(parent)) throw leadsOut(path)
  return file
}

/** Never empty, hidden, or a name that Windows reads differently. */
export const isPlainPart = (part: string) =>
  /^[^.\s](?:[^\\:*?"<>|\p{Cc}]*[^\\:*?"<>|\p{Cc} .])?$/u.test(part)

function isPlainPath(path: string): boolean {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return parts.every(isPlainPart) && isPlainPage(parts.join('/'), name)
}

/** @param folder must have plain parts */
export function isPlainPage(folder: string, name: string): boolean {
  const isShort = folder.length + 1 + name.length <= mostCharacters
  return isShort && name.endsWith('.md') && isPlainPart(name)
}

/** Synchronous: it takes less time than a thread switch. */
function realOrSame(path: string): string {
  return tryTo(() => realpathSync.native(path)) ?? path
}

function exists(path: string): boolean {
  return tryTo(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined) ?? false
}

function leadsOut(path: string): ThroughlineError {
  const shown = path.length > mostCharacters ? `${path.slice(0, mostCharacters)}…` : path
  return new ThroughlineError(
    'invalid-input',
    `"${shown.replaceAll(sep, '/')}" is not a page of the wiki`,
    {
      hint: 'a page is named like concepts/search-index.md',
    },
  )
}

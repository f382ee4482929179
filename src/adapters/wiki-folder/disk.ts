/** The few writes that a wiki makes, so that a test can let each of them fail. */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsync,
  mkdirSync,
  open as openCallback,
  renameSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const sync = promisify(fsync)
const openFile = promisify(openCallback)

export interface Disk {
  /**
   * Writes and syncs a new file.
   * @param pieces of its text, which need not be put together
   * @returns its fingerprint, which a rename does not change
   */
  create(file: string, pieces: readonly string[]): Promise<string>
  rename(from: string, to: string): Promise<void>
  remove(file: string): Promise<void>
  /** All of the text at the end, in one piece. */
  append(file: string, text: string): Promise<void>
  makeFolder(folder: string): Promise<void>
  /** Makes renames and removals in it durable. */
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
      // On threads of their own: while another file is synced, both wait for the disk.
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

/** Without `bigint`, which takes three times as long: a fraction of a microsecond tells saves apart. */
export const fingerprintOf = ({ ino, size, mtimeMs }: Stats) => `${ino} ${size} ${mtimeMs}`

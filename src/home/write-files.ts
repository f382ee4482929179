/** Writes whole files and creates folders, for the owner only. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  futimesSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { tryTo } from './try-to.ts'

export interface AtomicWrite {
  /** The file's permissions; default: the current ones, or 0600 for a new file. */
  readonly mode?: number
  readonly modifiedAt?: Date
  /** False if the file may be lost in a power cut. */
  readonly isDurable?: boolean
}

/**
 * An interruption leaves the old file, never half of the new one: it is written to a temporary name,
 * fsynced and renamed. A symbolic link stays one: its target changes.
 */
export function writeFileAtomically(
  file: string,
  contents: string | Uint8Array,
  options: AtomicWrite = {},
): void {
  const target = followLink(file)
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${++writes}.tmp`)
  const { isDurable = true } = options
  const mode = options.mode ?? modeOf(target) ?? 0o600
  rmSync(temporary, { force: true })
  try {
    writeWhole(temporary, contents, { ...options, mode, isDurable })
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  if (isDurable) syncFolder(dirname(target))
}

let writes = 0

function writeWhole(
  file: string,
  contents: string | Uint8Array,
  { mode, modifiedAt, isDurable }: AtomicWrite & { readonly mode: number },
): void {
  const descriptor = openSync(file, 'wx', mode)
  try {
    fchmodSync(descriptor, mode)
    writeFileSync(descriptor, contents)
    if (modifiedAt) futimesSync(descriptor, modifiedAt, modifiedAt)
    if (isDurable) fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const followLink = (file: string) => tryTo(() => realpathSync(file)) ?? file

function modeOf(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found && found.mode & 0o777
}

/** Makes a rename in the folder durable, where folders can be synced (not on Windows). */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Creates missing parents too. `mkdirSync(…, { recursive: true })` never returns if a folder cannot
 * be created although its parent exists, as below /proc.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    if (!isThere) throw error
  }
}

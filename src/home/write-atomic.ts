/** Replaces a whole file: an interruption leaves the old one, never half of the new one. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  futimesSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface AtomicWrite {
  /** Permissions of the file; by default those it had, or 0600 for a new one. */
  readonly mode?: number
  readonly modifiedAt?: Date
  /** False if the file may be lost in a power cut. */
  readonly isDurable?: boolean
}

/** Written to a temporary name, fsynced, renamed. A symbolic link stays one: its target changes. */
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

function followLink(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function modeOf(file: string): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found && found.mode & 0o777
}

/** Makes a rename in it durable, where folders can be synced at all (not on Windows). */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads other people's files: they can have any size and type, and change meanwhile. Opens only
 * regular files, so it never blocks on a pipe.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs'
import { type FileHandle, lstat, open, stat } from 'node:fs/promises'

export interface SmallFileOptions {
  readonly mostBytes: number
  /** Set it if the user chose the path. In a repository, links must not lead outside. */
  readonly followsLinks?: boolean
}

/** @returns undefined if the file is missing, too large, unreadable or not a regular file */
export async function readSmallFile(
  path: string,
  options: SmallFileOptions,
): Promise<Buffer | undefined> {
  const content = await readRegularFile(path, options).catch(() => undefined)
  return typeof content === 'string' ? undefined : content
}

/** @throws the system's error if the file is missing or unreadable */
export async function readRegularFile(
  path: string,
  options: SmallFileOptions,
): Promise<Buffer | 'too-large' | 'not-regular'> {
  const content = await withRegularFile(path, options, async (file, size) =>
    size > options.mostBytes ? 'too-large' : readUpTo(file, size, options.mostBytes),
  )
  return content ?? 'not-regular'
}

/** @returns undefined if it is not a regular file */
export async function withRegularFile<Result>(
  path: string,
  { followsLinks = false }: Pick<SmallFileOptions, 'followsLinks'>,
  work: (file: FileHandle, size: number) => Promise<Result>,
): Promise<Result | undefined> {
  // Check the type first: opening a device can have side effects.
  if (!(await (followsLinks ? stat(path) : lstat(path))).isFile()) return undefined
  const file = await open(path, followsLinks ? readOnly : readOnly | (constants.O_NOFOLLOW ?? 0))
  try {
    const found = await file.stat()
    return found.isFile() ? await work(file, found.size) : undefined
  } finally {
    await file.close()
  }
}

/** For many small reads of a large file. @returns undefined if missing or not a regular file */
export function openRegularFile(path: string): { descriptor: number; size: number } | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined
    const descriptor = openSync(path, readOnly | (constants.O_NOFOLLOW ?? 0))
    const opened = fstatSync(descriptor)
    if (opened.isFile()) return { descriptor, size: opened.size }
    closeSync(descriptor)
  } catch {
    // Treated as missing.
  }
  return undefined
}

/** Windows has none of the other flags. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The size may have changed, or never been right, as in `/proc`. */
async function readUpTo(
  file: FileHandle,
  size: number,
  mostBytes: number,
): Promise<Buffer | 'too-large'> {
  const parts: Buffer[] = []
  for (let total = 0; total <= mostBytes; ) {
    const part = Buffer.allocUnsafe(Math.min(Math.max(size + 1 - total, 4_096), 1024 * 1024))
    const { bytesRead } = await file.read(part, 0, part.length, null)
    if (bytesRead === 0) return Buffer.concat(parts, total)
    parts.push(part.subarray(0, bytesRead))
    total += bytesRead
  }
  return 'too-large'
}

/** For `.catch`: undefined if the file does not exist; rethrows other errors. */
export function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

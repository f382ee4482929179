/**
 * Reads files that somebody else made: they can be of any size and kind, and change meanwhile. Never
 * waits for a writer, and opens nothing but regular files.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, statSync } from 'node:fs'
import { type FileHandle, lstat, open, stat } from 'node:fs/promises'

export interface SmallFileOptions {
  /** A larger file counts as unreadable. */
  readonly mostBytes: number
  /** Where the user chose the path. What a repository has must not lead out of it. */
  readonly followsLinks?: boolean
}

/** @returns undefined for what is missing, larger, unreadable or no regular file */
export async function readSmallFile(
  path: string,
  options: SmallFileOptions,
): Promise<Buffer | undefined> {
  try {
    // Opening a device can have effects of its own, so its kind is known before.
    const found = await (options.followsLinks ? stat(path) : lstat(path))
    if (!found.isFile() || found.size > options.mostBytes) return undefined
    const file = await open(path, flagsOf(options))
    try {
      return await readUpTo(file, options.mostBytes)
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** For reading parts of a large file. @returns undefined for what is missing or no regular file */
export function openRegularFile(
  path: string,
  options: Pick<SmallFileOptions, 'followsLinks'> = {},
): { descriptor: number; size: number } | undefined {
  try {
    if (!(options.followsLinks ? statSync(path) : lstatSync(path)).isFile()) return undefined
    const descriptor = openSync(path, flagsOf(options))
    const opened = fstatSync(descriptor)
    if (opened.isFile()) return { descriptor, size: opened.size }
    closeSync(descriptor)
  } catch {
    // As good as missing.
  }
  return undefined
}

function flagsOf({ followsLinks }: Pick<SmallFileOptions, 'followsLinks'>): number {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  // Windows knows neither flag.
  return O_RDONLY | (O_NONBLOCK ?? 0) | (followsLinks ? 0 : (O_NOFOLLOW ?? 0))
}

/** The size may be out of date by now, or never have been true, as in `/proc`. */
async function readUpTo(file: FileHandle, mostBytes: number): Promise<Buffer | undefined> {
  const found = await file.stat()
  if (!found.isFile() || found.size > mostBytes) return undefined
  const parts: Buffer[] = []
  for (let total = 0; total <= mostBytes; ) {
    const part = Buffer.allocUnsafe(Math.min(Math.max(found.size + 1 - total, 4_096), 1024 * 1024))
    const { bytesRead } = await file.read(part, 0, part.length, null)
    if (bytesRead === 0) return Buffer.concat(parts, total)
    parts.push(part.subarray(0, bytesRead))
    total += bytesRead
  }
  return undefined
}

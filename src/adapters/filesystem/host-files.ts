/** Files that hosts name in their payloads: transcripts and instructions. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { MeasureFile, Transcripts } from '../../core/ports/host-files.ts'
import { sha256 } from '../ids.ts'

/** Transcripts grow to many megabytes, and only the end is new. */
const tailBytes = 256 * 1024
const maxMeasuredBytes = 4 * 1024 * 1024

/** The host chose the path; opening a named pipe without this would block. */
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK

export const transcriptFiles: Transcripts = {
  tail: (path) =>
    readRegularFile(path, async (file, size) => {
      const start = Math.max(0, size - tailBytes)
      const length = size - start
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      const text = buffer.toString('utf8', 0, bytesRead)
      return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
    }),
}

export const measureFile: MeasureFile = (path) =>
  readRegularFile(path, async (file, size) => {
    if (size > maxMeasuredBytes) return undefined
    const content = await file.readFile()
    return { hash: sha256(content), bytes: content.length }
  })

/** @returns undefined if it is no regular file or cannot be read */
async function readRegularFile<Content>(
  path: string,
  read: (file: FileHandle, size: number) => Promise<Content>,
): Promise<Content | undefined> {
  try {
    const file = await open(path, withoutWaiting)
    try {
      const stats = await file.stat()
      return stats.isFile() ? await read(file, stats.size) : undefined
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

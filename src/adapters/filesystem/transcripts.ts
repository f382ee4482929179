/** Reads the end of transcript files: they grow to many megabytes, and only the end is new. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Transcripts } from '../../core/ports/transcripts.ts'

const tailBytes = 256 * 1024

/** The host chose the path; opening a named pipe without this would block. */
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK

export const transcriptFiles: Transcripts = {
  async tail(path) {
    try {
      const file = await open(path, withoutWaiting)
      try {
        return await readTail(file)
      } finally {
        await file.close()
      }
    } catch {
      return undefined
    }
  },
}

async function readTail(file: FileHandle): Promise<string | undefined> {
  const stats = await file.stat()
  if (!stats.isFile()) return undefined
  const start = Math.max(0, stats.size - tailBytes)
  const length = stats.size - start
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
  const text = buffer.toString('utf8', 0, bytesRead)
  return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
}

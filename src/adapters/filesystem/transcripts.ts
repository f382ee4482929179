/** Reads the ends of transcript files: they grow to many megabytes, and only the end is new. */
import { open } from 'node:fs/promises'
import type { Transcripts } from '../../core/ports/transcripts.ts'

const tailBytes = 256 * 1024

export const transcriptFiles: Transcripts = {
  async tail(path) {
    try {
      const file = await open(path)
      try {
        const { size } = await file.stat()
        const start = Math.max(0, size - tailBytes)
        const { buffer, bytesRead } = await file.read(
          Buffer.alloc(size - start),
          0,
          size - start,
          start,
        )
        const text = buffer.toString('utf8', 0, bytesRead)
        return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
      } finally {
        await file.close()
      }
    } catch {
      return undefined
    }
  },
}

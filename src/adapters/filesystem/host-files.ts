/** Files that hosts name in their payloads: transcripts and instructions. */
import { realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { MeasureFile, ReadInstructions, Transcripts } from '../../core/ports/host-files.ts'
import { sha256 } from '../ids.ts'
import { readSmallFile, withRegularFile } from '../read-small-file.ts'

/** Transcripts grow to many megabytes, and only the end is new. */
const tailBytes = 256 * 1024
const maxMeasuredBytes = 4 * 1024 * 1024

export const transcriptFiles: Transcripts = {
  tail: (path) =>
    withRegularFile(path, { followsLinks: true }, async (file, size) => {
      const start = Math.max(0, size - tailBytes)
      const length = size - start
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      const text = buffer.toString('utf8', 0, bytesRead)
      return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
    }).catch(() => undefined),
  letWrite: (ms) => delay(ms),
}

export const measureFile: MeasureFile = async (path) => {
  const content = await readSmallFile(path, { mostBytes: maxMeasuredBytes, followsLinks: true })
  return content && { hash: sha256(content), bytes: content.length }
}

const maxInstructionBytes = 64 * 1024

export const readInstructions: ReadInstructions = async (path) => {
  try {
    const real = await realpath(path)
    const folder = await realpath(dirname(path))
    if (!real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined
    const content = await readSmallFile(real, { mostBytes: maxInstructionBytes })
    if (!content) return undefined
    return { text: content.toString('utf8'), hash: sha256(content), bytes: content.length }
  } catch {
    return undefined
  }
}

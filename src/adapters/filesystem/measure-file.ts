/** Measures instruction files that hosts report. */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { MeasureFile } from '../../core/ports/measure-file.ts'

const mostBytes = 4 * 1024 * 1024

/** The host chose the path; opening a named pipe without this would block. */
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK

export const measureFile: MeasureFile = async (path) => {
  try {
    const file = await open(path, withoutWaiting)
    try {
      const stats = await file.stat()
      if (!stats.isFile() || stats.size > mostBytes) return undefined
      const content = await file.readFile()
      const hash = createHash('sha256').update(content).digest('hex')
      return { hash, bytes: content.length }
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** run/port: the daemon's last port, for the next daemon to reuse. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeFileAtomically } from '../../home/write-atomic.ts'

const portSchema = z.coerce.number().int().min(1).max(65_535)

export function writeLastPort(file: string, port: number): void {
  writeFileAtomically(file, `${port}\n`)
}

/** @returns undefined if it is missing or unreadable */
export function readLastPort(file: string): number | undefined {
  try {
    return portSchema.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** A log file that rotates when it is full and keeps the newest few. */
import { appendFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'

interface RotatingFileOptions {
  readonly file: string
  readonly maxBytes: number
  readonly keep: number
}

/** Checks the size on disk every time, because other processes write, rotate and delete it too. */
export function appendToRotatingFile(options: RotatingFileOptions, line: string): void {
  const { file, maxBytes, keep } = options
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > 0 && bytes + Buffer.byteLength(line) > maxBytes) rotate(file, keep)
  appendFileSync(file, line, { mode: 0o600 })
}

/** `daemon.log` becomes `daemon.log.1`, that one `daemon.log.2`, and the oldest is deleted. */
function rotate(file: string, keep: number): void {
  rmSync(`${file}.${keep}`, { force: true })
  for (let number = keep - 1; number >= 1; number--) {
    if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`)
  }
  renameSync(file, `${file}.1`)
}

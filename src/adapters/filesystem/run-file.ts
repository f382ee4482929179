/** run/daemon.json, by which other processes find the daemon, and run/port, for the next daemon. */
import { readFileSync, rmSync } from 'node:fs'
import { writeFileAtomically } from '../../home/write-files.ts'

export interface RunFile {
  readonly pid: number
  readonly port: number
  readonly token: string
  readonly startedAt: string
  readonly version: string
}

export function writeRunFile(file: string, content: RunFile): void {
  writeFileAtomically(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** @returns undefined if it is missing or unreadable */
export function readRunFile(file: string): RunFile | undefined {
  try {
    return toRunFile(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Removes it only if it is still ours; a successor may have replaced it. */
export function removeRunFile(file: string, pid: number): void {
  if (readRunFile(file)?.pid === pid) rmSync(file, { force: true })
}

/** Checked by hand: commands that only read cannot wait for schemas to load. */
function toRunFile(content: Partial<RunFile>): RunFile | undefined {
  const { pid = 0, port = 0, token = '', startedAt = '', version = '' } = content
  const hasNumbers = [pid, port].every((number) => Number.isInteger(number) && number > 0)
  const hasTexts = [token, startedAt, version].every((text) => typeof text === 'string')
  return hasNumbers && hasTexts && token !== ''
    ? { pid, port, token, startedAt, version }
    : undefined
}

export function writeLastPort(file: string, port: number): void {
  writeFileAtomically(file, `${port}\n`)
}

/** @returns undefined if it is missing or unreadable */
export function readLastPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

/** The log of hooks, which may print nothing else. Never the payload. */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { makeFolder } from '../../home/make-folder.ts'
import type { HomePaths } from '../../home/paths.ts'

const maxBytes = 256 * 1024

export function writeHookLog(paths: Pick<HomePaths, 'logs' | 'hookLog'>, message: string): void {
  const line = `${new Date().toISOString()} ${message.replace(/\s+/g, ' ').slice(0, 500)}\n`
  try {
    makeFolder(paths.logs)
    const size = statSync(paths.hookLog, { throwIfNoEntry: false })?.size ?? 0
    if (size > maxBytes) renameSync(paths.hookLog, `${paths.hookLog}.1`)
    appendFileSync(paths.hookLog, line, { mode: 0o600 })
  } catch {
    // A home that cannot be written has no log.
  }
}

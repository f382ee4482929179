/**
 * The log of hooks, which may print nothing. It never contains the payload, but a path or an error may
 * contain a secret.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import type { HomePaths } from '../../home/paths.ts'
import { makeFolder } from '../../home/write-files.ts'

const maxBytes = 256 * 1024
const mostRead = 10_000

export function writeHookLog(paths: Pick<HomePaths, 'logs' | 'hookLog'>, message: string): void {
  // Redacted before it is cut, since half a secret is not recognised.
  const reason = createRedactor().redact(message.slice(0, mostRead)).replace(/\s+/g, ' ')
  const line = `${new Date().toISOString()} ${reason.slice(0, 500)}\n`
  try {
    makeFolder(paths.logs)
    const size = statSync(paths.hookLog, { throwIfNoEntry: false })?.size ?? 0
    if (size > maxBytes) renameSync(paths.hookLog, `${paths.hookLog}.1`)
    appendFileSync(paths.hookLog, line, { mode: 0o600 })
  } catch {
    // A home that cannot be written has no log.
  }
}

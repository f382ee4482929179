/** Spool files as a hook writes them: to a temporary name, then renamed; never synced. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatSpoolHeader } from '../../../src/core/model/spool-file.ts'

let written = 0

export function writeSpoolFile(
  folder: string,
  envelope: { event: string; host?: string; cwd?: string; project?: string },
  payload: object | string,
): void {
  written += 1
  // Names sort in order of writing, because many files share one tick of the file system's clock.
  const name = `${process.pid}-${String(written).padStart(7, '0')}`
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const temporary = join(folder, `.${name}.tmp`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(temporary, formatSpoolHeader({ host: 'claude-code', ...envelope }) + text, {
    mode: 0o600,
  })
  renameSync(temporary, join(folder, `${name}.spool`))
}

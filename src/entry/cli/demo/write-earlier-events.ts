/** Events of sessions that are over, as hooks wrote them at the time. */
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatSpoolHeader } from '../../../core/model/spool-file.ts'
import type { DemoHome } from './demo-home.ts'
import type { SampleEvent } from './sample-events.ts'

/** The time of the file is the time of the event. */
export function writeEarlierEvents(
  { paths, project }: DemoHome,
  events: readonly SampleEvent[],
): void {
  mkdirSync(paths.spool, { recursive: true, mode: 0o700 })
  for (const [index, { host, name, payload, at = new Date() }] of events.entries()) {
    const file = join(paths.spool, `sample-${String(index).padStart(4, '0')}`)
    const header = formatSpoolHeader({ host, event: name, cwd: project })
    writeFileSync(`${file}.tmp`, header + JSON.stringify(payload), { mode: 0o600 })
    utimesSync(`${file}.tmp`, at, at)
    renameSync(`${file}.tmp`, `${file}.spool`)
  }
}

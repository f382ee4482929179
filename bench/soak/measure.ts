/** What the daemon and its home hold at the end of an hour. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '../../test/support/homes/world.ts'
import type { Machine } from './machine.ts'

export interface Sample {
  readonly hour: number
  readonly pid: number
  readonly events: number
  /** After a garbage collection, in bytes. */
  readonly heap: number
  readonly external: number
  readonly resident: number
  /** Entries of /proc/PID/fd. */
  readonly files: number
  /** Timers, watchers, sockets and so on that keep Node busy. */
  readonly resources: number
  readonly log: number
  readonly database: number
  /** Everything else in the home: logs, wiki, spool, backups. */
  readonly otherFiles: number
}

export async function measure(machine: Machine, hour: number, pid: number): Promise<Sample> {
  const { paths, rows } = machine.world
  const report = machine.reportOf(pid)
  rmSync(report, { force: true })
  process.kill(pid, 'SIGUSR2')
  const held = await waitFor('what the daemon holds', () => readHeld(report), 30_000)
  const [database, log] = ['', '-wal'].map((suffix) => bytesOf(`${paths.database}${suffix}`))
  return {
    hour,
    pid,
    events: Number(rows('SELECT count(*) AS n FROM events')[0]?.n),
    heap: held.heapUsed,
    external: held.external,
    resident: residentBytes(pid),
    files: readdirSync(`/proc/${pid}/fd`).length,
    resources: held.resources,
    log: log ?? 0,
    database: database ?? 0,
    otherFiles: folderBytes(paths.root) - (database ?? 0) - (log ?? 0),
  }
}

interface Held {
  readonly heapUsed: number
  readonly external: number
  readonly resources: number
}

const readHeld = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Held

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

function folderBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + bytesOf(join(entry.parentPath, entry.name)), 0)
}

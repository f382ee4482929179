/**
 * Notices within a minute that somebody overwrote pages of the database under a running daemon. In
 * WAL mode the file changes only at checkpoints, so a look costs one `stat`. After a change the whole file is looked through by a connection of its own, which has
 * nothing cached, in a process of its own, which holds up nobody and returns its memory; a thread
 * keeps 6 MB. 100 MB take about 0.3 s.
 */
import { type ChildProcess, execFile } from 'node:child_process'
import { statSync } from 'node:fs'

export interface DamageWatch {
  look(): void
  close(): void
}

const leastPauseMs = 25_000
/** A large file is looked through less often: at most this share of one core is spent on it. */
const mostShare = 0.02

/** @param onDamage called once, with what SQLite found */
export function watchForDamage(file: string, onDamage: (finding: string) => void): DamageWatch {
  let seen = stampOf(file)
  let notBefore = 0
  let isFound = false
  let running: ChildProcess | undefined

  function look(): void {
    const stamp = stampOf(file)
    if (isFound || running || stamp === seen || performance.now() < notBefore) return
    seen = stamp
    const startedAt = performance.now()
    running = execFile(
      process.execPath,
      [...quiet, '-e', lookThrough, file],
      { env },
      (_, found) => {
        const tookMs = performance.now() - startedAt
        notBefore = performance.now() + Math.max(leastPauseMs, tookMs / mostShare)
        running = undefined
        const finding = found.trim()
        if (finding === '' || finding === 'ok') return
        isFound = true
        onDamage(finding)
      },
    )
    running.unref()
  }

  return {
    look,
    close: () => void running?.kill(),
  }
}

const quiet = ['--disable-warning=ExperimentalWarning', '--optimize-for-size']
/** It needs nothing of ours, and must not be taken for a session. */
const env = { THROUGHLINE_INTERNAL: '1' }

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
}

/** Result codes 11 and 26 are damage; anything else, such as a lock, is looked at the next time. */
const lookThrough = `
  const { DatabaseSync } = require('node:sqlite')
  const report = (finding) => process.stdout.write(finding)
  try {
    const database = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 1000 })
    report(database.prepare('PRAGMA quick_check(1)').get().quick_check)
    database.close()
  } catch (error) {
    const isDamage = [11, 26].includes(error.errcode & 0xff)
    report(isDamage ? error.message : 'ok')
  }`

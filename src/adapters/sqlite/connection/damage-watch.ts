/**
 * Detects within a minute that another program has overwritten pages of the database. In WAL mode
 * the file changes only at checkpoints, so a check costs one `stat`. After a change, a separate
 * process checks the whole file on a connection without a cache; it blocks nobody and returns its
 * memory, while a thread would keep 6 MB. 100 MB take about 0.3 s.
 */
import { type ChildProcess, execFile } from 'node:child_process'
import { statSync } from 'node:fs'

export interface DamageWatch {
  look(): void
  close(): void
}

const leastPauseMs = 25_000
/** Large files are checked less often: the check uses at most this share of one core. */
const mostShare = 0.02

/** @param onDamage called once, with what SQLite reported */
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
      [...quiet, '-e', checkScript, file],
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
/** The process needs nothing from us, and must not look like a session. */
const env = { THROUGHLINE_INTERNAL: '1' }

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
}

/** Result codes 11 and 26 mean damage; anything else, such as a lock, waits for the next check. */
const checkScript = `
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

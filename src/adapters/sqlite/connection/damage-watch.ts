/**
 * Notices within a minute that somebody overwrote pages of the database under a running daemon. In
 * WAL mode the file changes only at checkpoints, so an idle daemon costs one `stat` every few
 * seconds. After a change the whole file is looked through by a connection of its own, which has
 * nothing cached, on a thread of its own, which holds up nobody. 100 MB take about 0.3 s.
 */
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

export interface DamageWatch {
  close(): void
}

const lookEveryMs = 5_000
const leastPauseMs = 25_000
/** A large file is looked through less often: at most this share of one core is spent on it. */
const mostShare = 0.02

/** @param onDamage called once, with what SQLite found */
export function watchForDamage(file: string, onDamage: (finding: string) => void): DamageWatch {
  let seen = stampOf(file)
  let notBefore = 0
  let worker: Worker | undefined
  const timer = setInterval(look, lookEveryMs)
  timer.unref()

  function look(): void {
    const stamp = stampOf(file)
    if (worker || stamp === seen || performance.now() < notBefore) return
    seen = stamp
    const startedAt = performance.now()
    worker = new Worker(lookThrough, { eval: true, workerData: file, resourceLimits })
    worker.unref()
    worker.once('message', (finding: string) => {
      if (finding === 'ok') return
      clearInterval(timer)
      onDamage(finding)
    })
    worker.once('error', () => undefined)
    worker.once('exit', () => {
      const tookMs = performance.now() - startedAt
      notBefore = performance.now() + Math.max(leastPauseMs, tookMs / mostShare)
      worker = undefined
    })
  }

  return {
    close() {
      clearInterval(timer)
      void worker?.terminate()
    },
  }
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
}

const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

/** Result codes 11 and 26 are damage; anything else, such as a lock, is looked at the next time. */
const lookThrough = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  try {
    const database = new DatabaseSync(workerData, { readOnly: true, timeout: 1000 })
    parentPort.postMessage(database.prepare('PRAGMA quick_check(1)').get().quick_check)
    database.close()
  } catch (error) {
    const isDamage = [11, 26].includes(error.errcode & 0xff)
    parentPort.postMessage(isDamage ? error.message : 'ok')
  }`

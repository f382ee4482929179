/** How processes find this home's daemon: by its lock and its run file. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type RunFile,
  readLastPort,
  readRunFile,
  removeRunFile,
  writeLastPort,
  writeRunFile,
} from '../adapters/filesystem/run-files.ts'
import { openSignIns, type SignIns } from '../adapters/filesystem/sign-ins.ts'
import { watchFolder } from '../adapters/filesystem/watch-folder.ts'
import { tryLock } from '../adapters/sqlite/connection/process-lock.ts'
import type { DaemonState } from '../core/health/check-health.ts'
import type { FolderWatch } from '../core/ports/spool.ts'
import type { HomePaths } from '../home/paths.ts'
import { isAlive } from '../home/processes.ts'
import { tryTo } from '../home/try-to.ts'

export type { RunFile, SignIns }

/**
 * Takes the lock of this home's only daemon, and removes a stale run file: its pid and port may
 * belong to other programs by now.
 * @returns a function that releases the lock, or undefined if a daemon holds it
 */
export function claimHome(paths: HomePaths, patienceMs = 0): (() => void) | undefined {
  const lock = tryLock(join(paths.run, 'daemon.lock'), patienceMs)
  if (!lock) return undefined
  rmSync(paths.runFile, { force: true })
  return () => lock.release()
}

/** @returns a function that removes the run file */
export function announce(paths: HomePaths, content: RunFile): () => void {
  writeLastPort(paths.lastPort, content.port)
  writeRunFile(paths.runFile, content)
  return () => removeRunFile(paths.runFile, content.pid)
}

export function readAnnouncement(paths: HomePaths): RunFile | undefined {
  return readRunFile(paths.runFile)
}

const watched = /^(?:throughline\.db(?:-wal)?|config\.json|team\.json)$/

/** Reports writes to the database, the settings and the team sign-in. */
export function watchHome({ root }: HomePaths, onChange: () => void): FolderWatch {
  return watchFolder(root, (name) => watched.test(name), onChange)
}

export function findLastPort(paths: HomePaths): number | undefined {
  return readLastPort(paths.lastPort)
}

/** Pages that may use this home's dashboard; open pages stay signed in when the daemon restarts. */
export function openHomeSignIns(paths: HomePaths): SignIns {
  return openSignIns(paths.signIns, () => new Date())
}

export async function findDaemon(paths: HomePaths): Promise<RunFile | undefined> {
  const found = readAnnouncement(paths)
  if (!found || !isAlive(found.pid)) return undefined
  // Loaded here, because most commands find no daemon and need no network.
  const { requestDaemon } = await import('./hook/daemon-request.ts')
  const request = { method: 'GET', target: '/health' } as const
  const reply = await requestDaemon(paths.runFile, request, healthLimitMs)
  return reply.kind === 'reply' && pidIn(reply.body) === found.pid ? found : undefined
}

const healthLimitMs = 2_000

const pidIn = (body: string): unknown => tryTo(() => (JSON.parse(body) as { pid?: unknown }).pid)

/** A daemon that runs but does not respond. The lock distinguishes it from a stale run file. */
export function findSilentDaemon(paths: HomePaths): RunFile | undefined {
  const written = readAnnouncement(paths)
  return written && isAlive(written.pid) && isClaimed(paths) ? written : undefined
}

/** Whether a daemon holds the lock, even one that is still starting. */
export function isClaimed(paths: HomePaths): boolean {
  if (!existsSync(paths.run)) return false
  const giveUp = claimHome(paths)
  giveUp?.()
  return giveUp === undefined
}

export async function readDaemonState(paths: HomePaths): Promise<DaemonState> {
  const running = await findDaemon(paths)
  if (running) {
    const { pid, port, version } = running
    return { kind: 'running', pid, port, version }
  }
  const silent = findSilentDaemon(paths)
  return silent ? { kind: 'unresponsive', pid: silent.pid } : { kind: 'stopped' }
}

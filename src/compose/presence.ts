/** How a running daemon shows itself to others: a lock it holds and a run file it wrote. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readLastPort, writeLastPort } from '../adapters/filesystem/last-port.ts'
import {
  type RunFile,
  readRunFile,
  removeRunFile,
  writeRunFile,
} from '../adapters/filesystem/run-file.ts'
import { openSignIns as openSignInsFile, type SignIns } from '../adapters/filesystem/sign-ins.ts'
import { tryLock } from '../adapters/sqlite/connection/process-lock.ts'
import type { HomePaths } from '../home/paths.ts'

export type { RunFile, SignIns }

/**
 * Takes the place of this home's one daemon. A run file found then is stale and goes: its pid and
 * port may be other programs' by now.
 * @returns how to give it up, or undefined when this home has a daemon already
 */
export function claimHome(paths: HomePaths, patienceMs = 0): (() => void) | undefined {
  const lock = tryLock(join(paths.run, 'daemon.lock'), patienceMs)
  if (!lock) return undefined
  rmSync(paths.runFile, { force: true })
  return () => lock.release()
}

/** @returns how to take it back */
export function announce(paths: HomePaths, content: RunFile): () => void {
  writeLastPort(paths.lastPort, content.port)
  writeRunFile(paths.runFile, content)
  return () => removeRunFile(paths.runFile, content.pid)
}

export function readAnnouncement(paths: HomePaths): RunFile | undefined {
  return readRunFile(paths.runFile)
}

/** Where this home's daemon listened the last time, if there was one. */
export function findLastPort(paths: HomePaths): number | undefined {
  return readLastPort(paths.lastPort)
}

/** Browsers that may use this home's dashboard, whichever daemon serves it. */
export function openSignIns(paths: HomePaths): SignIns {
  return openSignInsFile(paths.signIns, () => new Date())
}

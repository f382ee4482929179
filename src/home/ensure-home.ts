/** Creates the home folder and its subfolders, readable only by the owner. */
import { accessSync, chmodSync, constants, statSync } from 'node:fs'
import { ThroughlineError } from '../contract/errors.ts'
import { type HomePaths, homePaths } from './paths.ts'
import { makeFolder } from './write-files.ts'

/** @throws ThroughlineError `unreadable-home` */
export function ensureHome(root: string): HomePaths {
  const paths = homePaths(root)
  const { spool, rejected, run, logs, backups, bin } = paths
  try {
    for (const folder of [root, spool, rejected, run, logs, backups, bin]) makeFolder(folder)
    keepPrivate(root)
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unreadable(root, error)
  }
  return paths
}

function keepPrivate(root: string): void {
  const { mode, uid } = statSync(root)
  const isOurs = process.getuid?.() === uid
  if (isOurs && (mode & 0o077) !== 0) chmodSync(root, 0o700)
}

function unreadable(root: string, cause: unknown): ThroughlineError {
  const { code, path } = cause as NodeJS.ErrnoException
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return new ThroughlineError('unreadable-home', `${path ?? root} is not a folder`, {
      hint: 'move that file away, or choose another home with THROUGHLINE_HOME',
      cause,
    })
  }
  const message = `the home folder ${root} cannot be used (${code})`
  const hint = 'make it yours and writable, or choose another home with THROUGHLINE_HOME'
  return new ThroughlineError('unreadable-home', message, { hint, cause })
}

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const nobody = 65_534

export interface SystemUser {
  readonly uid?: number
  readonly gid?: number
}

/** The user that runs PostgreSQL, who then owns `folder`. */
export function chooseUser(folder: string): SystemUser {
  if (process.getuid?.() !== 0) return {}
  chownSync(folder, nobody, nobody)
  return { uid: nobody, gid: nobody }
}

/** The programs where `user` can run them: a copy in `folder` if they are in a private place. */
export function makeRunnable(binaries: string, user: SystemUser, folder: string): string {
  const { status } = spawnSync(join(binaries, 'postgres'), ['--version'], { ...user, cwd: folder })
  if (status === 0) return binaries
  const copy = join(folder, 'program')
  if (!existsSync(copy)) cpSync(resolve(binaries, '..'), copy, { recursive: true })
  return join(copy, 'bin')
}

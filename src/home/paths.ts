/** The paths inside a home folder. */
import { join, resolve } from 'node:path'

export interface HomePaths {
  readonly root: string
  readonly database: string
  readonly config: string
  readonly spool: string
  readonly rejected: string
  readonly run: string
  readonly runFile: string
  readonly lastPort: string
  readonly hookPolicy: string
  readonly signIns: string
  readonly logs: string
  readonly hookLog: string
  readonly backups: string
  readonly bin: string
  readonly hook: string
}

export function homePaths(root: string): HomePaths {
  const spool = join(root, 'spool')
  const run = join(root, 'run')
  const logs = join(root, 'logs')
  const bin = join(root, 'bin')
  return {
    root,
    database: join(root, 'throughline.db'),
    config: join(root, 'config.json'),
    spool,
    rejected: join(spool, 'rejected'),
    run,
    runFile: join(run, 'daemon.json'),
    lastPort: join(run, 'port'),
    hookPolicy: join(run, 'hook-policy'),
    signIns: join(run, 'sign-ins.json'),
    logs,
    hookLog: join(logs, 'hook.log'),
    backups: join(root, 'backups'),
    bin,
    hook: join(bin, 'throughline-hook'),
  }
}

/**
 * The home folder of this environment. Expands a leading `~/`, since hosts pass variables from their
 * settings without a shell.
 */
export function resolveHome(
  env: Readonly<Record<string, string | undefined>>,
  userHome: string,
): string {
  const chosen = env.THROUGHLINE_HOME
  if (!chosen) return join(userHome, '.throughline')
  if (/^~[/\\]/.test(chosen)) return join(userHome, chosen.slice(2))
  return resolve(chosen)
}

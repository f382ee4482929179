/** Starts the daemon as a process that outlives the hook and the agent. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultConfig } from '../../contract/plain.ts'
import { parseBoundedJson } from '../../core/model/bounded-json.ts'
import { cleanEnvironment } from '../../home/clean-environment.ts'
import type { HomePaths } from '../../home/paths.ts'
import { builtFile } from '../../home/program-files.ts'

export type DaemonStart =
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'failed'; readonly reason: string }

export const daemonEntry = builtFile('entry/daemon/main.cjs')

/**
 * The daemon runs all day, so it keeps its heap small: after 10,000 events it holds about 112 MB
 * with these and 140 to 270 without. `--optimize-for-size` held 107, but a change to the wiki took
 * twice the processor time.
 */
const frugalHeap = [
  '--min-semi-space-size=1',
  '--max-semi-space-size=2',
  '--heap-growing-percent=15',
]
/** On Node 22 the built-in SQLite still announces itself on standard error. */
export const daemonFlags = [...frugalHeap, '--disable-warning=ExperimentalWarning']
/** Separately mapped blocks go back to the system when freed: 7 MB after 10,000 events. */
export const frugalMalloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Claims this minute's start of the daemon: true for one hook, whether written in shell or here. A
 * claim is a file that only one can create, named after the minute and holding the second.
 */
export function claimDaemonStart({ run }: Pick<HomePaths, 'run'>, now = uptimeSeconds()): boolean {
  const minute = Math.floor(now / 60)
  const claim = (number: number) => join(run, `${claimName}.${number}`)
  try {
    if (existsSync(claim(minute)) || now - secondIn(claim(minute - 1)) < 60) return false
    mkdirSync(run, { recursive: true, mode: 0o700 })
    writeFileSync(claim(minute), `${now}\n`, { flag: 'wx', mode: 0o600 })
    return true
  } catch {
    return false
  }
}

const claimName = 'daemon-start'

/** The shell reads the same clock without a fork; only systems without it ask `date`. */
function uptimeSeconds(): number {
  try {
    return Math.floor(Number.parseFloat(readFileSync('/proc/uptime', 'utf8')))
  } catch {
    return Math.floor(Date.now() / 1000)
  }
}

function secondIn(claim: string): number {
  return existsSync(claim) ? Number.parseInt(readFileSync(claim, 'utf8'), 10) : Number.NaN
}

/** Claims expire after two minutes. After a reboot, minutes start at 0 again. */
export function removeOldClaims({ run }: Pick<HomePaths, 'run'>, now = uptimeSeconds()): void {
  const minute = Math.floor(now / 60)
  for (const name of existsSync(run) ? readdirSync(run) : []) {
    const number = Number(/^daemon-start\.(\d+)$/.exec(name)?.[1] ?? minute)
    if (number > minute || number < minute - 1) rmSync(join(run, name), { force: true })
  }
}

type DaemonHome = Pick<HomePaths, 'root' | 'config'>

/** Returns once the process exists; it may still be starting up. */
export async function startDaemon(paths: DaemonHome): Promise<DaemonStart> {
  if (!existsSync(daemonEntry)) {
    return { kind: 'failed', reason: `the daemon is not installed: no ${daemonEntry}` }
  }
  // Loaded here, since most hooks that look at this module start nothing.
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, [...daemonFlags, daemonEntry], {
    cwd: paths.root,
    detached: true,
    env: daemonEnvironment(paths),
    stdio: 'ignore',
    windowsHide: true,
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve({ kind: 'failed', reason: `the daemon could not be started: ${error.message}` })
    })
    child.once('spawn', () => {
      child.unref()
      resolve({ kind: 'started', pid: child.pid ?? 0 })
    })
  })
}

/** Serves every session of every project, so it inherits nothing from the one that starts it. */
export function daemonEnvironment({ root, config }: DaemonHome): NodeJS.ProcessEnv {
  const named = [...namesIn(defaultConfig), ...variablesIn(config)]
  const clean = cleanEnvironment(process.env, { named })
  return { ...frugalMalloc, ...clean, THROUGHLINE_INTERNAL: '1', THROUGHLINE_HOME: root }
}

/** Variables with keys and secrets: `apiKeyVariable`, `secretVariable`, those in `keyVariables`. */
function variablesIn(config: string): string[] {
  try {
    return namesIn(parseBoundedJson(readFileSync(config, 'utf8')))
  } catch {
    // There is no configuration, or the daemon reports what is wrong with it.
    return []
  }
}

function namesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /Variables?$/.test(key) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    namesIn(inner, key.endsWith('Variables') ? key : name),
  )
}

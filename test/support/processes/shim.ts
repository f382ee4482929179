/** The hook as hosts run it: the shell script in the home folder, the payload on standard input. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installHook } from '../../../src/adapters/filesystem/hook-install.ts'
import { hookTargets } from '../../../src/compose/program/hook-shim.ts'
import { ensureHome } from '../../../src/home/ensure-home.ts'
import type { World } from '../homes/world.ts'

export interface ShimRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly tookMs: number
}

export interface ShimOptions {
  readonly host?: string
  readonly cwd?: string
  readonly env?: Record<string, string>
  /** Another home than the one it is installed in. */
  readonly home?: string
  /** Without the script, as on Windows. */
  readonly byNode?: boolean
  /** A shell command to run first in the same process, e.g. a `ulimit`. */
  readonly after?: string
}

export function installShim(world: World): void {
  installHook(ensureHome(world.paths.root), hookTargets)
}

export async function runShim(
  world: World,
  event: string,
  payload: object | string | Uint8Array,
  options: ShimOptions = {},
): Promise<ShimRun> {
  const startedAt = performance.now()
  const home = options.home === undefined ? [] : [options.home]
  const { node, entry } = hookTargets
  const called = options.byNode ? [node, entry] : [world.paths.hook]
  const command = [...called, options.host ?? 'claude-code', event, ...home]
  const [program = '', ...args] = options.after
    ? ['/bin/sh', '-c', `${options.after}; exec "$@"`, 'sh', ...command]
    : command
  const cwd = options.cwd ?? world.project
  // A daemon in the background would ingest the events a test looks for in the spool.
  const autostart = event === 'SessionStart' ? {} : { THROUGHLINE_AUTOSTART: 'off' }
  const env = { ...world.env, PWD: cwd, ...autostart, ...options.env }
  const child = spawn(program, args, { cwd, env })
  world.watch(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  // A hook that captures nothing may end without reading.
  child.stdin.on('error', () => undefined)
  const isText = typeof payload === 'string' || payload instanceof Uint8Array
  child.stdin.end(isText ? payload : JSON.stringify(payload))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr, tookMs: performance.now() - startedAt }
}

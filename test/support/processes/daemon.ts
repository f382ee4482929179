/** The daemon as a real process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type RunFile, readRunFile } from '../../../src/adapters/filesystem/run-files.ts'
import { daemonEntry, daemonFlags, frugalMalloc } from '../../../src/entry/hook/start-daemon.ts'
import { type World, waitFor } from '../homes/world.ts'

export interface DaemonProcess {
  readonly pid: number
  readonly child: ChildProcess
  /** Its standard error so far. */
  complaint(): string
  /** Resolves when it ends, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

export interface RunningDaemon extends DaemonProcess, Readonly<RunFile> {
  /** A request with the token. */
  request(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown): Promise<Response>
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

export interface DaemonOptions {
  readonly env?: Record<string, string>
  /** A shell command to run first in the same process, e.g. a `ulimit`. */
  readonly after?: string
}

/** Starts it without waiting. */
export function spawnDaemon(world: World, options: DaemonOptions = {}): DaemonProcess {
  const command = [process.execPath, ...daemonFlags, daemonEntry]
  const [file = '', ...args] = options.after
    ? ['/bin/sh', '-c', `${options.after}; exec "$@"`, 'sh', ...command]
    : command
  const child = spawn(file, args, {
    cwd: world.folder,
    env: { ...frugalMalloc, ...world.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  world.watch(child)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  return { pid: child.pid ?? 0, child, complaint: () => complaint, ended }
}

/** Starts it and waits until it answers. */
export async function startDaemon(world: World, options?: DaemonOptions): Promise<RunningDaemon> {
  const daemon = spawnDaemon(world, options)
  const run = await waitFor(
    'the daemon to start',
    () => {
      if (daemon.child.exitCode !== null) return 'ended' as const
      const found = readRunFile(world.paths.runFile)
      return found?.pid === daemon.pid && found
    },
    60_000,
  )
  if (run === 'ended') throw new Error(`the daemon ended: ${daemon.complaint()}`)
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${run.port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${run.token}`, ...init.headers },
    })
  return {
    ...daemon,
    ...run,
    request,
    post: (path, body) =>
      request(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    kill(signal) {
      daemon.child.kill(signal)
      return daemon.ended
    },
  }
}

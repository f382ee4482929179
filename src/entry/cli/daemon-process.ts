/** Finds, starts and stops the daemon from another process. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import {
  findDaemon,
  findSilentDaemon,
  isClaimed,
  type RunFile,
  readAnnouncement,
} from '../../compose/presence.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { allSwitchedOff } from '../../home/environment.ts'
import type { HomePaths } from '../../home/paths.ts'
import { isAlive } from '../../home/processes.ts'
import { daemonEntry, daemonEnvironment, daemonFlags } from '../hook/start-daemon.ts'
import type { CliContext } from './context.ts'

const startLimitMs = 15_000
const stopLimitMs = 5_000
const busyLimitMs = 8_000
const pollMs = 20

/**
 * The daemon of this home, started if it is not running.
 * @throws ThroughlineError `conflict` when all is switched off, `daemon-unreachable` when it hangs
 */
export async function ensureDaemon(
  context: CliContext,
): Promise<{ started: boolean; daemon: RunFile }> {
  await requireEnabled(context)
  const paths = context.openHome()
  const running = (await findDaemon(paths)) ?? (await waitForBusy(paths))
  const silent = running ? undefined : findSilentDaemon(paths)
  if (silent) {
    const message = `the daemon with pid ${silent.pid} does not answer`
    const hint = 'throughline stop ends it'
    throw new ThroughlineError('daemon-unreachable', message, { hint })
  }
  return { started: !running, daemon: running ?? (await startDaemonProcess(paths)) }
}

/** For what the daemon goes on with. Without one, the next session starts it. */
export async function startDaemonIfWanted(context: CliContext): Promise<void> {
  if (/^(0|false|off|no)$/.test(context.env.THROUGHLINE_AUTOSTART ?? '')) return
  await ensureDaemon(context).catch(() => undefined)
}

/** When many start at once, the running one may be slow to report itself. */
async function waitForBusy(paths: HomePaths): Promise<RunFile | undefined> {
  const giveUpAt = performance.now() + busyLimitMs
  while (findSilentDaemon(paths) && performance.now() < giveUpAt) {
    const found = await findDaemon(paths)
    if (found) return found
    await delay(pollMs)
  }
  return undefined
}

/** Starts a detached daemon and waits until it answers. */
export async function startDaemonProcess(
  paths: HomePaths,
  env: NodeJS.ProcessEnv = daemonEnvironment(paths),
): Promise<RunFile> {
  const child = spawn(process.execPath, [...daemonFlags, daemonEntry], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...env, THROUGHLINE_HOME: paths.root },
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  // It exits with 0 if another one is starting, which is just as good.
  let hasFailed = false
  child.once('exit', (code) => {
    hasFailed = code !== 0
  })
  child.once('error', (error) => {
    hasFailed = true
    complaint = error.message
  })
  const found = await poll(
    startLimitMs,
    async () => (await findDaemon(paths)) ?? (hasFailed ? null : undefined),
  )
  // It may still come up later.
  child.stderr.destroy()
  child.unref()
  if (found) return found
  const [message = '', hint] = complaint.trim().split('\n')
  throw new ThroughlineError('daemon-failed', message || 'the daemon did not start', {
    hint: hint ?? `its log is in ${paths.logs}`,
  })
}

/** Asks the daemon to stop, then kills it. @returns false if none was running */
export async function stopDaemonProcess(paths: HomePaths): Promise<boolean> {
  await waitWhileStarting(paths)
  const found = await findDaemon(paths)
  if (found) {
    await askToStop(found)
    if (await waitForExit(found.pid)) return true
  }
  const silent = found ?? findSilentDaemon(paths)
  if (!silent) return false
  process.kill(silent.pid, 'SIGKILL')
  await waitForExit(silent.pid)
  rmSync(paths.runFile, { force: true })
  return true
}

/** A daemon that is starting holds the lock before it announces its port. */
async function waitWhileStarting(paths: HomePaths): Promise<void> {
  const isStarting = () => !readAnnouncement(paths) && isClaimed(paths)
  if (await poll(startLimitMs, () => !isStarting() || undefined)) return
  throw new ThroughlineError('daemon-unreachable', 'a daemon is starting and does not answer', {
    hint: `its log is in ${paths.logs}`,
  })
}

async function askToStop({ port, token }: RunFile): Promise<void> {
  const request = fetch(`http://127.0.0.1:${port}/api/stop`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(2_000),
  })
  await request.catch(() => undefined)
}

async function waitForExit(pid: number): Promise<boolean> {
  return (await poll(stopLimitMs, () => !isAlive(pid) || undefined)) ?? false
}

/** Retries until there is an answer. @returns undefined if there is none in time */
async function poll<T>(
  limitMs: number,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
  const giveUpAt = performance.now() + limitMs
  while (performance.now() < giveUpAt) {
    const found = await look()
    if (found !== undefined) return found
    await delay(pollMs)
  }
  return undefined
}

/** @throws ThroughlineError `conflict` when everything is switched off */
export async function requireEnabled(context: CliContext): Promise<void> {
  if ((await context.loadConfig()).enabled) return
  throw allSwitchedOff(context)
}

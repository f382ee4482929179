/** Runs a real client once, knowing nothing of this machine's user. */
import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { stallFactor } from '../../hermetic/stall-factor.ts'

export interface ClientRun {
  readonly binary: string
  readonly args: readonly string[]
  readonly cwd: string
  /** All it gets; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** Kills it with everything it started. */
  readonly signal?: AbortSignal
}

export interface ClientOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** @throws Error when the client outlives its time limit (its process group is killed) or a signal ends it */
export function runClient(run: ClientRun): Promise<ClientOutcome> {
  const timeoutMs = stallFactor * (run.timeoutMs ?? 120_000)
  const { promise, resolve, reject } = Promise.withResolvers<ClientOutcome>()
  // Detached makes it the leader of a process group, so that its shells die with it.
  const client = spawn(run.binary, run.args, {
    cwd: run.cwd,
    env: { ...run.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let stdout = ''
  let stderr = ''
  client.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  client.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const fail = (what: string) =>
    new Error(`${basename(run.binary)} ${what}\nstdout: ${stdout}\nstderr: ${stderr}`)
  const limit = setTimeout(() => {
    killGroup(client.pid)
    reject(fail(`took longer than ${timeoutMs} ms`))
  }, timeoutMs)
  run.signal?.addEventListener('abort', () => killGroup(client.pid), { once: true })
  client.on('error', (error) => {
    clearTimeout(limit)
    reject(error)
  })
  client.on('close', (code, signal) => {
    clearTimeout(limit)
    if (code === null) reject(fail(`was ended by ${signal}`))
    else resolve({ code, stdout, stderr })
  })
  return promise
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Processes of the server behind a balancer that knows nothing: each request takes any of them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Cluster } from '../../src/adapters/postgres/embedded/cluster.ts'

export interface ServerProcess {
  readonly url: string
  /** As `kill -9` does. */
  kill(): Promise<void>
  /** On the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @param program `serve.ts` of this checkout or another */
export async function startServers(
  databaseUrl: string,
  count: number,
  program: string,
): Promise<ServerProcess[]> {
  const start = (port: string) => spawnServer(program, databaseUrl, port)
  return Promise.all(Array.from({ length: count }, () => startServer(start)))
}

type Running = Awaited<ReturnType<typeof spawnServer>>

async function startServer(start: (port: string) => Promise<Running>): Promise<ServerProcess> {
  let running = await start('0')
  const { url } = running
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url,
    kill: () => end('SIGKILL'),
    async restart() {
      running = await start(new URL(url).port)
    },
    stop: () => end('SIGTERM'),
  }
}

async function spawnServer(
  program: string,
  databaseUrl: string,
  port: string,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [program, databaseUrl, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`a server ended with ${code} before it listened`)
    }),
  ])) as [Buffer]
  return { child, url: String(line).trim() }
}

/** Seconds of processor time that the process has used so far. */
export async function processorSeconds({ url }: ServerProcess): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1])
}

/** The same of PostgreSQL and all its processes, also those that have ended; only Linux says. */
export function databaseSeconds({ pid }: Cluster): number | undefined {
  if (process.platform !== 'linux') return undefined
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const ticks = children
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((child) => sum(readTicks(child).slice(0, 2)))
  return (sum(readTicks(String(pid))) + sum(ticks)) / ticksPerSecond
}

const ticksPerSecond = 100
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

/** User and system time, and the same of the processes it started that have ended. */
function readTicks(pid: string): number[] {
  try {
    // After the name in brackets, which may hold spaces: the 12th to the 15th.
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return rest.split(' ').slice(11, 15).map(Number)
  } catch {
    return []
  }
}

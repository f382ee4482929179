/** Processes of the server behind a balancer that knows nothing: each request takes any of them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, 'serve.ts')

export interface ServerProcess {
  readonly url: string
  /** As `kill -9` does. */
  kill(): Promise<void>
  /** On the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startServers(databaseUrl: string, count: number): Promise<ServerProcess[]> {
  return Promise.all(Array.from({ length: count }, () => startServer(databaseUrl)))
}

async function startServer(databaseUrl: string): Promise<ServerProcess> {
  let running = await spawnServer(databaseUrl, '0')
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
      running = await spawnServer(databaseUrl, new URL(url).port)
    },
    stop: () => end('SIGTERM'),
  }
}

async function spawnServer(
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

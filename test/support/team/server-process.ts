/** `throughline server` as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitFor } from '../homes/world.ts'

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'throughline.js')

export interface Surroundings {
  readonly cwd: string
  /** All it gets; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
}

export interface ServerProcess {
  readonly child: ChildProcess
  /** What it wrote so far. */
  output(): string
  /** @returns its exit code */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export function spawnServer(args: readonly string[], { cwd, env }: Surroundings): ServerProcess {
  const child = spawn(process.execPath, [program, 'server', ...args], { cwd, env })
  const closed = once(child, 'close') as Promise<[number | null]>
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return {
    child,
    output: () => output,
    async end(signal) {
      child.kill(signal)
      const [code] = await closed
      return code
    },
  }
}

/** The address that it logged. */
export function serverUrl({ output }: ServerProcess): Promise<string> {
  return waitFor('the server', () => /"url":"([^"]+)"/.exec(output())?.[1], 60_000)
}

/** Holds a scripted tool call until the test has looked, so that it sees a session mid-way. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Gate {
  /** A shell command that ends once the gate is open. */
  readonly wait: string
  open(): void
}

export function createGate(folder: string, name: string): Gate {
  const file = join(folder, `${name}.open`)
  return {
    wait: `until [ -e '${file}' ]; do sleep 0.05; done`,
    open: () => writeFileSync(file, ''),
  }
}

/** Looks while the client waits at the gate, then lets it finish, whatever was seen. */
export async function hold<T>(
  gate: Gate,
  running: Promise<T>,
  look: () => Promise<void>,
): Promise<T> {
  const looking = look().finally(() => gate.open())
  await Promise.allSettled([running, looking])
  const result = await running
  await looking
  return result
}

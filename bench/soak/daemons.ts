/** The daemon of the simulated machine, which is ended and started again. */
import { type RunningDaemon, startDaemon } from '../../test/support/processes/daemon.ts'
import type { Machine } from './machine.ts'

export interface Daemons {
  /** @throws if it ended by itself */
  current(): RunningDaemon
  start(): Promise<void>
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export function createDaemons({ world, env }: Machine): Daemons {
  let running: RunningDaemon | undefined
  const current = () => {
    if (running?.child.exitCode === null) return running
    throw new Error(`the daemon ended by itself: ${running?.complaint()}`)
  }
  return {
    current,
    async start() {
      running = await startDaemon(world, { env })
    },
    async end(signal) {
      const ended = await current().kill(signal)
      const expected = signal === 'SIGTERM' ? 0 : signal
      if (ended !== expected) throw new Error(`the daemon ended with ${ended} at ${signal}`)
    },
  }
}

/** Ctrl-C and the like, for commands that have something to put away before they end. */
import { constants } from 'node:os'

export interface Interruption {
  readonly signal: AbortSignal
  /** By convention, 128 and the number of the signal that came. */
  exitCode(): number
  close(): void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function catchInterruption(): Interruption {
  const controller = new AbortController()
  let received: NodeJS.Signals = 'SIGINT'
  const listener = (name: NodeJS.Signals) => {
    received = name
    controller.abort()
  }
  for (const name of signals) process.on(name, listener)
  return {
    signal: controller.signal,
    exitCode: () => 128 + constants.signals[received],
    close() {
      for (const name of signals) process.off(name, listener)
    },
  }
}

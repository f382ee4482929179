/** Ctrl-C and other signals, for commands that clean up before they end. */
import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function catchInterruption() {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  let received: NodeJS.Signals = 'SIGINT'
  const listener = (name: NodeJS.Signals) => {
    received = name
    controller.abort()
    resolve()
  }
  for (const name of signals) process.on(name, listener)
  return {
    signal: controller.signal,
    /** Resolves with the first signal. Keeps no process up by itself. */
    received: promise,
    /** By convention, 128 plus the number of the signal. */
    exitCode: () => 128 + constants.signals[received],
    close() {
      for (const name of signals) process.off(name, listener)
    },
  }
}

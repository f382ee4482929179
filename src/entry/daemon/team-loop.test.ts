import { expect, onTestFinished, test, vi } from 'vitest'
import type { Local } from '../../compose/local.ts'
import { createTeamLoop } from './team-loop.ts'

test('a daemon that stops ends its round with the server, and waits for it to end', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ended: string[] = []
  const errors: string[] = []
  const closing = new AbortController()
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  const team = {
    isSignedIn: () => true,
    waitForChange: (_: number | undefined, signal: AbortSignal) => untilAborted(signal),
    async round({ signal }: { signal: AbortSignal }) {
      await untilAborted(signal).finally(() => ended.push('round'))
    },
  }
  const parts = {
    ...{ team, config: () => ({ enabled: true }) },
    log: { info() {}, warn() {}, error: (message: string) => void errors.push(message) },
  }
  const loop = createTeamLoop(parts as unknown as Local, closing.signal)
  onTestFinished(() => loop.close())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toEqual([])
  closing.abort()
  await loop.settle()
  expect(ended).toEqual(['round'])
  expect(errors).toEqual([])
})

/** Waits until the demo's home has taken in what happened. */
import { setTimeout as delay } from 'node:timers/promises'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OperationHandlers } from '../../../contract/operations/index.ts'
import type { DemoHome } from './demo-home.ts'

export function waitForEvents(home: DemoHome, events: number, signal: AbortSignal): Promise<void> {
  return waitUntil('the sample sessions to arrive', home, signal, async ({ getStatus }) => {
    const { totals } = await getStatus({})
    return totals.events >= events
  })
}

export function waitForLearning(home: DemoHome, signal: AbortSignal): Promise<void> {
  return waitUntil('the sessions to be searched', home, signal, async ({ listJobs }) => {
    const { jobs } = await listJobs({ limit: 100 })
    const isWaiting = ({ status, subject }: (typeof jobs)[number]) =>
      ['pending', 'running'].includes(status) && !subject.startsWith('idle:')
    return !jobs.some(isWaiting)
  })
}

const limitMs = 60_000

async function waitUntil(
  what: string,
  home: DemoHome,
  signal: AbortSignal,
  isDone: (handlers: OperationHandlers) => Promise<boolean>,
): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  while (performance.now() < giveUpAt) {
    if (await home.read(isDone)) return
    await delay(50, undefined, { signal })
  }
  throw new ThroughlineError('daemon-failed', `timed out waiting for ${what}`, {
    hint: 'try `throughline demo --keep` and look at its logs folder',
  })
}

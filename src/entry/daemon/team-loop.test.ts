import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Local } from '../../compose/local.ts'
import type { AwaitedChange } from '../../compose/team/team-sync.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { longestWaitMs } from '../../contract/team/routes.ts'
import { createTeamListener, createTeamLoop } from './team-loop.ts'

test('a stopping daemon aborts its round with the server, and waits for it to end', async () => {
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
    compareNext: async () => undefined,
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
  loop.nudge()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toEqual([])
  closing.abort()
  await loop.settle()
  expect(ended).toEqual(['round'])
  expect(errors).toEqual([])
})

test('a round that another process blocked is retried soon', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let rounds = 0
  const team = {
    isSignedIn: () => true,
    compareNext: async () => undefined,
    hasChanges: async () => false,
    isRetrying: async () => false,
    waitForChange: () => new Promise<never>(() => undefined),
    round: async () => (++rounds === 1 ? undefined : { state: 'connected' }),
  }
  const parts = {
    ...{ team, config: () => ({ enabled: true }) },
    log: { info() {}, warn() {}, error() {} },
  }
  const loop = createTeamLoop(parts as unknown as Local, new AbortController().signal)
  onTestFinished(() => loop.close())
  loop.nudge()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(rounds).toBe(2)
})

test('everything is compared at the start, then every ten minutes while something changes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const comparedAfter: number[] = []
  const startedAt = performance.now()
  let hasChanged = true
  const team = {
    isSignedIn: () => true,
    hasChanges: async () => false,
    isRetrying: async () => false,
    waitForChange: () => new Promise<never>(() => undefined),
    compareNext: async () => void comparedAfter.push(minutesSince(startedAt)),
    round: async () => ({ state: 'connected', hasChanged }),
  }
  const parts = {
    ...{ team, config: () => ({ enabled: true }) },
    log: { info() {}, warn() {}, error() {} },
  }
  const loop = createTeamLoop(parts as unknown as Local, new AbortController().signal)
  onTestFinished(() => loop.close())
  /** As the daemon does. */
  const runFor = async (minutes: number) => {
    for (let seconds = 0; seconds < minutes * 60; seconds += 15) {
      loop.nudge()
      await vi.advanceTimersByTimeAsync(15_000)
    }
  }
  await runFor(32)
  expect(comparedAfter).toEqual([0, 10, 20, 30])
  hasChanged = false
  await runFor(60)
  expect(comparedAfter).toEqual([0, 10, 20, 30])
})

const minutesSince = (start: number) => Math.round((performance.now() - start) / 60_000)

describe('team listener', () => {
  type Answer = AwaitedChange | undefined | ThroughlineError

  /** A server that gives these answers, each after so long, and then none. */
  function listenTo(answers: readonly (readonly [Answer, afterMs?: number])[]) {
    const closing = new AbortController()
    onTestFinished(() => closing.abort())
    const time = { now: 0 }
    const seen = { asked: [] as [heard: number | undefined, at: number][], rounds: [] as number[] }
    const left = [...answers]
    const listener = createTeamListener(
      {
        async waitForChange(heard) {
          seen.asked.push([heard, time.now])
          const next = left.shift()
          if (!next) return new Promise(() => undefined)
          const [answer, afterMs = 0] = next
          time.now += afterMs
          if (answer instanceof ThroughlineError) throw answer
          return answer
        },
        async onChange() {
          seen.rounds.push(time.now)
        },
        async pause(ms) {
          time.now += ms
        },
        random: () => 0.999,
        now: () => time.now,
      },
      closing.signal,
    )
    /** As the daemon does every second. */
    const runUntil = async (isDone: () => boolean) => {
      for (let looks = 0; !isDone(); looks += 1) {
        if (looks > 10_000) throw new Error('nothing happened')
        time.now += 1_000
        listener.listen()
        await new Promise(setImmediate)
      }
    }
    return { listener, seen, runUntil, time }
  }

  const change = (sequence: number): AwaitedChange => ({ sequence, isNew: true })
  const nothing = (sequence: number): AwaitedChange => ({ sequence, isNew: false })

  test('a change is fetched within a quarter of a second, and listening continues at once', async () => {
    const { listener, seen, runUntil } = listenTo([
      [change(7), 10_000],
      [change(8), 5_000],
    ])
    await runUntil(() => seen.asked.length === 3)
    expect(seen.asked.map(([heard]) => heard)).toEqual([undefined, 7, 8])
    expect(seen.rounds.map((at, index) => at - (seen.asked[index]?.[1] ?? 0))).toEqual([
      10_249.75, 5_249.75,
    ])
    expect(listener.isListening()).toBe(true)
  })

  test('listens again at once if nothing happened, and later if the server ended the request early', async () => {
    const { seen, runUntil } = listenTo([
      [nothing(7), longestWaitMs],
      [nothing(7), 12_000],
    ])
    await runUntil(() => seen.asked.length === 3)
    const [first = 0, second = 0, third = 0] = seen.asked.map(([, at]) => at)
    expect(second - first).toBe(longestWaitMs)
    expect(third - second).toBeGreaterThan(12_000 + 4_900)
    expect(seen.rounds).toEqual([])
  })

  test('a server that always has something new is asked every few seconds', async () => {
    const { seen, runUntil } = listenTo(Array.from({ length: 20 }, (_, index) => [change(index)]))
    await runUntil(() => seen.asked.length === 21)
    const [before = 0, last = 0] = seen.rounds.slice(-2)
    expect(last - before).toBeGreaterThan(4_000)
  })

  test.each([
    ['server-unreachable', undefined, 5_000],
    ['too-many-requests', 90_000, 90_000],
    ['not-signed-in', undefined, 5_000],
    ['not-found', undefined, 60 * 60_000],
  ] as const)('after %s it polls, and tries again later', async (code, retryAfterMs, leastMs) => {
    const failed = new ThroughlineError(code, 'no', { retryAfterMs })
    const { listener, seen, runUntil, time } = listenTo([[failed], [change(3)]])
    await runUntil(() => seen.asked.length === 1 && !listener.isListening())
    const failedAt = time.now
    await runUntil(() => seen.rounds.length === 1)
    const [, [, again = 0] = []] = seen.asked
    expect(again - failedAt).toBeGreaterThanOrEqual(leastMs * 0.9)
  })

  test('a server that stays away is asked once a minute', async () => {
    const away = new ThroughlineError('server-unreachable', 'away')
    const { seen, runUntil } = listenTo(Array.from({ length: 12 }, () => [away]))
    await runUntil(() => seen.asked.length === 12)
    const [before = 0, last = 0] = seen.asked.slice(-2).map(([, at]) => at)
    expect(last - before).toBeGreaterThan(55_000)
  })

  test('asks nothing while nothing is shared', async () => {
    const { listener, seen, runUntil } = listenTo([[undefined], [undefined]])
    await runUntil(() => seen.asked.length === 3)
    const [first = 0, second = 0] = seen.asked.map(([, at]) => at)
    expect(second - first).toBeGreaterThanOrEqual(3_000)
    expect(listener.isListening()).toBe(true)
  })
})

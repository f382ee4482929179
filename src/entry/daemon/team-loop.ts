/** Syncs with the team server: soon after a local change, and as soon as the server reports one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Local } from '../../compose/local.ts'
import type { TeamSync } from '../../compose/team/team-sync.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { longestWaitMs } from '../../contract/team/routes.ts'
import { backOffMs } from '../../core/jobs/back-off.ts'
import type { BackgroundLoop } from './background-loops.ts'
import { createAlarm } from './waker.ts'

/** While operations wait for their next try, or another process syncs. */
const retryEveryMs = 2_000
/** While the server reports changes, and while it does not. */
const pullEveryMs = { listening: 5 * 60_000, polling: 30_000 }
const leastPauseMs = 250
/** Everything is compared with the server when the daemon starts, then so often while something changes. */
const compareEveryMs = 10 * 60_000
const pauses = { firstMs: 10_000, longestMs: 5 * 60_000 }

export function createTeamLoop(
  { team, config, log }: Pick<Local, 'team' | 'config' | 'log'>,
  signal: AbortSignal,
): BackgroundLoop {
  let roundAt = Number.NEGATIVE_INFINITY
  /** Pause after a round that failed or that another process blocked. */
  let pauseMs: number | undefined
  let failures = 0
  let comparedAt = Number.NEGATIVE_INFINITY
  let hasChanged = true
  let running: Promise<void> | undefined
  const listener = createTeamListener(
    {
      waitForChange: team.waitForChange,
      onChange: pull,
      pause: async (ms, until) => {
        await delay(ms, undefined, { signal: until, ref: false }).catch(() => undefined)
      },
      random: Math.random,
      now: () => performance.now(),
    },
    signal,
  )
  const later = createAlarm(nudge)

  function nudge(): void {
    if (signal.aborted || !config().enabled || !team.isSignedIn()) return
    void listener.listen()?.then(setNext)
    void run(async () => isDue() || (failures === 0 && (await team.hasChanges()))).then(setNext)
  }

  async function setNext(): Promise<void> {
    if (signal.aborted) return
    const isRetrying = failures === 0 && (await team.isRetrying().catch(() => false))
    const nextAt = Math.min(dueAt(), listener.nextAt())
    const inMs = Math.max(nextAt - performance.now(), leastPauseMs)
    later.set(isRetrying ? Math.min(inMs, retryEveryMs) : inMs)
  }

  function dueAt(): number {
    const regularMs = listener.isListening() ? pullEveryMs.listening : pullEveryMs.polling
    return roundAt + (pauseMs ?? regularMs)
  }

  const isDue = () => performance.now() >= dueAt()

  /** The server says that something changed. */
  async function pull(): Promise<void> {
    await running
    await run(async () => failures === 0 || isDue())
  }

  /** One at a time. */
  function run(isWanted: () => Promise<boolean>): Promise<void> {
    running ??= sync(isWanted)
      .catch((error) => {
        if (signal.aborted) return
        failures += 1
        log.error('syncing with the team server failed', { error })
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  async function sync(isWanted: () => Promise<boolean>): Promise<void> {
    if (!(await isWanted())) return
    roundAt = performance.now()
    pauseMs = backOffMs(failures + 1, pauses)
    const compares = hasChanged && roundAt >= comparedAt + compareEveryMs
    if (compares) await team.compareNext()
    const result = await team.round({ signal })
    roundAt = performance.now()
    if (compares && result?.state === 'connected') {
      comparedAt = roundAt
      hasChanged = false
    } else hasChanged ||= result?.hasChanged === true
    failures = !result || result.state === 'connected' ? 0 : failures + 1
    pauseMs = result ? undefined : retryEveryMs
    if (failures > 0) pauseMs = Math.max(result?.waitMs ?? 0, backOffMs(failures, pauses))
  }

  return {
    nudge,
    async settle() {
      await listener.settle()
      await running
    },
    close: () => later.close(),
  }
}

/**
 * Listens for changes on the team server with one open request. It never retries quickly: after a server
 * restarts, all machines come back at once, and a broken server may answer anything at any speed.
 */
interface TeamListenerParts {
  readonly waitForChange: TeamSync['waitForChange']
  onChange(): Promise<void>
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Below 1. */
  random(): number
  now(): number
}

interface TeamListener {
  /** Starts listening, unless it already does or it is too early. Resolves when listening ends */
  listen(): Promise<void> | undefined
  /** When to listen again; infinite while listening. */
  nextAt(): number
  /** Whether the server reports changes by itself. */
  isListening(): boolean
  /** Resolves when listening has ended. */
  settle(): Promise<void>
}

/** Spreads the requests of a team's machines over time. */
const spreadMs = 250
/** Changes in quick succession are fetched together. */
const gaps = { firstMs: 250, longestMs: 4_000 }
const quickMs = 1_000
/** After a server went away, or refused to keep the request open. */
const returnSpreadMs = 5_000
const returns = { firstMs: 2 * returnSpreadMs, longestMs: 60_000 }
const nothingSharedMs = 3_000
const olderServerMs = 60 * 60_000

export function createTeamListener(parts: TeamListenerParts, signal: AbortSignal): TeamListener {
  const { waitForChange, onChange, pause, random, now } = parts
  let waiting: Promise<void> | undefined
  let isListening = false
  let heard: number | undefined
  let nextAt = 0
  let failures = 0
  let quickAnswers = 0

  async function listenForChanges(): Promise<void> {
    while (!signal.aborted && now() >= nextAt) await waitOnce().catch(backOff)
  }

  async function waitOnce(): Promise<void> {
    const startedAt = now()
    isListening = true
    const change = await waitForChange(heard, signal)
    failures = 0
    if (!change) {
      isListening = false
      nextAt = now() + nothingSharedMs
      return
    }
    const waitedMs = now() - startedAt
    if (!change.isNew) {
      // A server that stops ends all open requests at once.
      if (waitedMs < longestWaitMs - quickMs) nextAt = now() + returnSpreadMs * random()
      return
    }
    quickAnswers = waitedMs < quickMs ? quickAnswers + 1 : 0
    heard = change.sequence
    const gapMs = quickAnswers < 2 ? 0 : backOffMs(quickAnswers - 1, gaps)
    await pause(spreadMs * random() + gapMs, signal)
    await onChange()
  }

  function backOff(error: unknown): void {
    if (signal.aborted) return
    isListening = false
    failures += 1
    nextAt = now() + waitAfter(error, failures) * (0.5 + random() / 2)
  }

  return {
    listen() {
      if (signal.aborted || waiting || now() < nextAt) return undefined
      waiting = listenForChanges().finally(() => {
        waiting = undefined
      })
      return waiting
    },
    nextAt: () => (waiting ? Number.POSITIVE_INFINITY : nextAt),
    isListening: () => isListening,
    settle: async () => waiting,
  }
}

function waitAfter(error: unknown, failures: number): number {
  const { code, retryAfterMs = 0 } =
    error instanceof ThroughlineError ? error : { code: 'internal', retryAfterMs: 0 }
  if (code === 'not-found') return olderServerMs
  return Math.max(retryAfterMs, backOffMs(failures, returns))
}

/** Runs jobs, builds wikis and sends lifecycle events: when nudged, and when a retry is due. */
import type { Local } from '../../compose/local.ts'
import type { Wikis } from '../../compose/wiki/wikis.ts'
import type { JobLanes } from '../../core/jobs/runner.ts'
import type { Log } from '../../core/ports/runtime.ts'
import { createAlarm } from './waker.ts'

export interface BackgroundLoop extends JobLanes {
  close(): void
}

export interface JobLoop extends BackgroundLoop {
  start(): void
}

const housekeepingMs = 10 * 60_000

/** @param onWorked called with how many jobs ran without a pause */
export function createJobLoop(
  { jobs, store, log, recordDatabaseSize }: Local,
  signal: AbortSignal,
  onWorked: (jobs: number) => void,
): JobLoop {
  const lanes = jobs.openLanes(signal, (count) => {
    onWorked(count)
    void setRetry()
  })
  const retry = createAlarm(lanes.nudge)
  let housekeeping: NodeJS.Timeout | undefined

  /** Every lane calls it after each check for jobs, so no due time is missed. */
  async function setRetry(): Promise<void> {
    const at = signal.aborted ? undefined : await store.jobs.nextAt().catch(() => undefined)
    retry.set(msUntil(at))
  }

  async function runHousekeeping(): Promise<void> {
    try {
      await jobs.queueHousekeeping()
      lanes.nudge()
      await recordDatabaseSize()
    } catch (error) {
      log.error('housekeeping failed', { error })
    }
  }

  return {
    ...lanes,
    start() {
      housekeeping = setInterval(() => void runHousekeeping(), housekeepingMs)
      void runHousekeeping()
    },
    close() {
      clearInterval(housekeeping)
      retry.close()
    },
  }
}

const msUntil = (at: string | undefined) => (at === undefined ? at : Date.parse(at) - Date.now())

/** An editor may save a page in several steps. */
const editPauseMs = 400
const retryMs = 5_000

/** Queues wiki builds: soon after edits, and on schedule after memory changes. */
export function createWikiLoop(
  { wikis, log }: { readonly wikis: Pick<Wikis, 'watch' | 'queueDue'>; readonly log: Log },
  signal: AbortSignal,
  onQueued: () => void,
): BackgroundLoop {
  const edited = new Set<string>()
  let queueing: Promise<void> | undefined
  const later = createAlarm(nudge)
  const watcher = wikis.watch((folder) => {
    edited.add(folder)
    later.set(editPauseMs)
  })

  function nudge(): void {
    if (signal.aborted || queueing) return
    const folders = new Set(edited)
    edited.clear()
    queueing = wikis
      .queueDue(folders)
      .then((againInMs) => {
        later.set(edited.size > 0 ? editPauseMs : againInMs)
        onQueued()
      })
      .catch((error) => {
        for (const folder of folders) edited.add(folder)
        later.set(retryMs)
        log.error('builds of wikis could not be queued', { error })
      })
      .finally(() => {
        queueing = undefined
      })
  }

  return {
    nudge,
    settle: async () => queueing,
    close() {
      later.close()
      watcher.close()
    },
  }
}

/** Each subscriber has its own loop, so a slow one delays no other. */
export function createDeliveryLoop(
  { lifecycle, store, log }: Local,
  signal: AbortSignal,
): BackgroundLoop {
  const running = new Map<string, Promise<void>>()
  let recording: Promise<unknown> | undefined
  const retry = createAlarm(nudge)

  function nudge(): void {
    if (signal.aborted) return
    recording ??= lifecycle
      .record()
      .then(sendDue)
      .catch((error) => log.error('events could not be recorded', { error }))
      .finally(() => {
        recording = undefined
      })
  }

  function sendDue(): void {
    if (signal.aborted) return
    for (const { name } of lifecycle.subscribers()) {
      if (!running.has(name)) running.set(name, deliver(name))
    }
    if (running.size > 0) void setRetry()
  }

  async function setRetry(): Promise<void> {
    retry.set(msUntil(await store.lifecycle.nextAt().catch(() => undefined)))
  }

  async function deliver(name: string): Promise<void> {
    try {
      await lifecycle.deliver(name, signal)
    } catch (error) {
      log.error('events could not be delivered', { error, subscriber: name })
    } finally {
      running.delete(name)
      if (!signal.aborted) await setRetry()
    }
  }

  return {
    nudge,
    async settle() {
      await recording
      await Promise.all(running.values())
    },
    close: () => retry.close(),
  }
}

/** When jobs run and lifecycle events are sent: after a capture, and every few seconds. */
import type { Local } from '../../compose/local.ts'
import type { Wikis } from '../../compose/wiki/wikis.ts'
import type { JobLanes } from '../../core/jobs/runner.ts'
import type { Log } from '../../core/ports/runtime.ts'

export interface BackgroundLoop extends JobLanes {
  close(): void
}

export interface JobLoop extends BackgroundLoop {
  start(): void
}

const jobPollMs = 5_000
const housekeepingMs = 10 * 60_000

/** @param onWorked called with how many jobs ran without a pause */
export function createJobLoop(
  { jobs, log, recordDatabaseSize }: Local,
  signal: AbortSignal,
  onWorked: (jobs: number) => void,
): JobLoop {
  const lanes = jobs.openLanes(signal, onWorked)
  const timers: NodeJS.Timeout[] = []

  async function keepHouse(): Promise<void> {
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
      timers.push(
        setInterval(lanes.nudge, jobPollMs),
        setInterval(() => void keepHouse(), housekeepingMs),
      )
      void keepHouse()
    },
    close: () => timers.forEach(clearInterval),
  }
}

/** An editor may save a page in several steps. */
const editPauseMs = 400

/** Queues builds of wikis: after edits soon, after changes of memories when it is time. */
export function createWikiLoop(
  { wikis, log }: { readonly wikis: Pick<Wikis, 'watch' | 'queueDue'>; readonly log: Log },
  signal: AbortSignal,
  onQueued: () => void,
): Pick<BackgroundLoop, 'settle' | 'close'> {
  const edited = new Set<string>()
  let queueing: Promise<void> | undefined
  let pause: NodeJS.Timeout | undefined
  const poll = setInterval(look, jobPollMs)
  poll.unref()
  const watcher = wikis.watch((folder) => {
    edited.add(folder)
    clearTimeout(pause)
    pause = setTimeout(look, editPauseMs)
    pause.unref()
  })

  function look(): void {
    if (signal.aborted || queueing) return
    const folders = new Set(edited)
    edited.clear()
    queueing = wikis
      .queueDue(folders)
      .then(onQueued)
      .catch((error) => {
        for (const folder of folders) edited.add(folder)
        log.error('builds of wikis could not be queued', { error })
      })
      .finally(() => {
        queueing = undefined
      })
  }

  return {
    settle: async () => queueing,
    close() {
      clearInterval(poll)
      clearTimeout(pause)
      watcher.close()
    },
  }
}

/** Another process may write memories too, without notifying this one. */
const deliveryPollMs = 1_000

/** Each subscriber on its own: a slow one holds up no other. */
export function createDeliveryLoop({ lifecycle, log }: Local, signal: AbortSignal): BackgroundLoop {
  const running = new Map<string, Promise<void>>()
  let recording: Promise<unknown> | undefined
  const poll = setInterval(nudge, deliveryPollMs)
  poll.unref()

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
  }

  async function deliver(name: string): Promise<void> {
    try {
      await lifecycle.deliver(name, signal)
    } catch (error) {
      log.error('events could not be delivered', { error, subscriber: name })
    } finally {
      running.delete(name)
    }
  }

  return {
    nudge,
    async settle() {
      await recording
      await Promise.all(running.values())
    },
    close: () => clearInterval(poll),
  }
}

/** Syncs with the team server: soon after a change here, and as soon as the server tells of one there. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Local } from '../../compose/local.ts'
import type { BackgroundLoop } from './background-loops.ts'
import { createTeamListener } from './team-listener.ts'

const lookEveryMs = 1_000
/** While the server tells of changes, and while it does not. */
const pullEveryMs = { listening: 5 * 60_000, polling: 30_000 }
const longestWaitMs = 5 * 60_000

export function createTeamLoop(
  { team, config, log }: Pick<Local, 'team' | 'config' | 'log'>,
  signal: AbortSignal,
): Pick<BackgroundLoop, 'settle' | 'close'> {
  let roundAt = Number.NEGATIVE_INFINITY
  let pauseMs = 0
  let failures = 0
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
  const poll = setInterval(look, lookEveryMs)
  poll.unref()

  function look(): void {
    if (signal.aborted || !config().enabled || !team.isSignedIn()) return
    listener.listen()
    void run(async () => isDue() || (failures === 0 && (await team.hasChanges())))
  }

  function isDue(): boolean {
    const calm = listener.isListening() ? pullEveryMs.listening : pullEveryMs.polling
    return performance.now() >= roundAt + (failures > 0 ? pauseMs : calm)
  }

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
    pauseMs = backOff(failures + 1)
    const result = await team.round({ signal })
    roundAt = performance.now()
    failures = !result || result.state === 'connected' ? 0 : failures + 1
    pauseMs = Math.max(result?.waitMs ?? 0, backOff(failures))
  }

  return {
    async settle() {
      await listener.settle()
      await running
    },
    close: () => clearInterval(poll),
  }
}

const backOff = (failures: number) => Math.min(2 ** failures * 5_000, longestWaitMs)

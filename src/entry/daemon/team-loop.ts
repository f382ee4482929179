/** Syncs with the team server: soon after a change here, and every half a minute for those there. */
import type { Local } from '../../compose/local.ts'

const lookEveryMs = 3_000
const pullEveryMs = 30_000
const longestWaitMs = 5 * 60_000

export function createTeamLoop(
  { team, config, log }: Local,
  signal: AbortSignal,
): { close(): void } {
  let nextAt = 0
  let failures = 0
  let running: Promise<void> | undefined
  const poll = setInterval(look, lookEveryMs)
  poll.unref()

  function look(): void {
    if (signal.aborted || running || !config().enabled || !team.isSignedIn()) return
    running = sync()
      .catch((error) => {
        failures += 1
        log.error('syncing with the team server failed', { error })
      })
      .finally(() => {
        running = undefined
      })
  }

  async function sync(): Promise<void> {
    const now = performance.now()
    const isDue = now >= nextAt || (failures === 0 && (await team.hasChanges()))
    if (!isDue) return
    nextAt = now + backOff(failures + 1)
    const result = await team.round()
    failures = !result || result.state === 'connected' ? 0 : failures + 1
    const wait = failures === 0 ? pullEveryMs : Math.max(result?.waitMs ?? 0, backOff(failures))
    nextAt = performance.now() + wait
  }

  return { close: () => clearInterval(poll) }
}

const backOff = (failures: number) => Math.min(2 ** failures * 5_000, longestWaitMs)

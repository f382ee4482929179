/**
 * Hears of changes that any process made, on a connection of its own: behind a pooler LISTEN needs a
 * direct one. What happened while the connection was lost is unknown, so then everybody looks.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { translatingErrors } from '../connection/errors.ts'
import { changesChannel } from './notify.ts'

export interface ChangeListener {
  /** @param organisation undefined if any may have changed */
  onChange(organisation: string | undefined): void
  onError(error: unknown): void
}

const firstPauseMs = 100
const longestPauseMs = 10_000

/** Resolves once it listens. @returns how to stop */
export async function listenForChanges(
  url: string,
  listener: ChangeListener,
): Promise<() => Promise<void>> {
  const stopped = new AbortController()
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'throughline listen' })
    fresh.on('notification', ({ payload }) => listener.onChange(payload?.split(':')[0]))
    fresh.on('error', listener.onError)
    fresh.on('end', () => void reconnect(fresh))
    await translatingErrors(async () => {
      await fresh.connect()
      await fresh.query(`LISTEN ${changesChannel}`)
    })
    return fresh
  }

  async function reconnect(lost: pg.Client): Promise<void> {
    if (stopped.signal.aborted || lost !== client) return
    for (let pause = firstPauseMs; !stopped.signal.aborted; pause *= 2) {
      try {
        client = await connect()
        listener.onChange(undefined)
        return
      } catch (error) {
        listener.onError(error)
        const { signal } = stopped
        await delay(Math.min(pause, longestPauseMs), undefined, { signal }).catch(() => undefined)
      }
    }
  }

  return async () => {
    stopped.abort()
    await client.end()
  }
}

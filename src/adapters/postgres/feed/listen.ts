/**
 * Hears of changes that any process made, on a connection of its own: behind a pooler LISTEN needs a
 * direct one. What happened while the connection was lost is unknown, so then everybody looks.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { translatePostgresError } from '../connection/errors.ts'
import { changeChannel } from './notify.ts'

export interface ChangeListener {
  onChange(organisation: string, sequence: number): void
  /** It listens, for the first time or again. */
  onConnect?(): void
  onError(error: unknown): void
}

export interface Listening {
  /** Opens another connection: this one seems dead. */
  renew(): void
  stop(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 10_000
const connectLimitMs = 10_000

/** Begins at once and goes on until it is stopped, whatever happens to the database. */
export function listenForChanges(url: string, listener: ChangeListener): Listening {
  const stopped = new AbortController()
  const { signal } = stopped
  let client: pg.Client | undefined
  const running = run()

  async function run(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        await listen(() => {
          failures = 0
          listener.onConnect?.()
        })
      } catch (error) {
        listener.onError(translatePostgresError(error))
      }
      failures += 1
      await delay(pauseAfter(failures), undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** Resolves when the connection ends. */
  async function listen(onConnect: () => void): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'throughline listen',
      connectionTimeoutMillis: connectLimitMs,
      keepAlive: true,
    })
    client = fresh
    const ended = new Promise<void>((resolve) => fresh.once('end', resolve))
    fresh.on('notification', ({ payload = '' }) => {
      const [organisation = '', sequence] = payload.split(':')
      listener.onChange(organisation, Number(sequence))
    })
    fresh.on('error', (error) => listener.onError(translatePostgresError(error)))
    try {
      // A client that is ended while it connects never settles this.
      await Promise.race([fresh.connect(), ended])
      if (signal.aborted) return
      await fresh.query(`LISTEN ${changeChannel}`)
      onConnect()
      await ended
    } finally {
      await end(fresh)
    }
  }

  return {
    renew: () => void (client && end(client)),
    async stop() {
      stopped.abort()
      if (client) await end(client)
      await running
    },
  }
}

/** At random, so that processes which lost one database do not come back together. */
function pauseAfter(failures: number): number {
  const longest = Math.min(firstPauseMs * 2 ** failures, longestPauseMs)
  return longest * (0.5 + Math.random() / 2)
}

const goodbyeMs = 1_000

/** A dead peer never says goodbye. */
async function end(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => streamOf(client)?.destroy(), goodbyeMs)
  await client.end().catch(() => undefined)
  clearTimeout(cut)
}

function streamOf(client: pg.Client): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream
}

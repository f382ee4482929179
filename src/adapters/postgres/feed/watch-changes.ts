/**
 * Listens for changes with LISTEN, and polls while that does not work. A pooler may accept a LISTEN
 * and give the connection to another client, and a dead connection may look alive. So it sometimes
 * sends itself a message over another connection, and counts as silent until that arrives.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg, { escapeLiteral, type Pool } from 'pg'
import { backOffMs } from '../../../core/jobs/back-off.ts'
import { translatePostgresError } from '../connection/errors.ts'

export interface ChangeWatchParts {
  readonly url: string
  /** Uses another connection than the one that listens. */
  notify(organisation: string, sequence: number): Promise<void>
  onChange(organisation: string, sequence: number): void
  /** Called when anything may have changed. */
  look(): Promise<void>
  onError(error: unknown): void
  readonly probeEveryMs?: number
  readonly pollEveryMs?: number
}

export interface ChangeWatch {
  isReceiving(): boolean
  stop(): Promise<void>
}

const probe = 'probe'

export function watchChanges(parts: ChangeWatchParts): ChangeWatch {
  const { url, onError, probeEveryMs = 30_000, pollEveryMs = 2_000 } = parts
  let isReceiving = false
  let looking: Promise<void> | undefined
  /** The last probe, if it has not arrived. */
  let sent: number | undefined
  const listening = listenForChanges(url, {
    onChange(organisation, sequence) {
      if (organisation !== probe) return parts.onChange(organisation, sequence)
      if (sequence !== sent) return
      sent = undefined
      isReceiving = true
      // Earlier changes are unknown.
      look()
    },
    onConnect: sendProbe,
    onError(error) {
      isReceiving = false
      onError(error)
    },
  })
  const probing = setInterval(() => {
    if (sent !== undefined) {
      isReceiving = false
      listening.renew()
    } else sendProbe()
  }, probeEveryMs).unref()
  const polling = setInterval(() => {
    if (!isReceiving) look()
  }, pollEveryMs).unref()

  /** Other processes receive it too and ignore numbers that are not theirs. */
  function sendProbe(): void {
    sent = randomInt(2 ** 31)
    parts.notify(probe, sent).catch(onError)
  }

  function look(): void {
    looking ??= parts
      .look()
      .catch(onError)
      .finally(() => {
        looking = undefined
      })
  }

  return {
    isReceiving: () => isReceiving,
    async stop() {
      clearInterval(probing)
      clearInterval(polling)
      await listening.stop()
      await looking
    },
  }
}

interface ChangeListener {
  onChange(organisation: string, sequence: number): void
  /** LISTEN works, for the first time or again. */
  onConnect?(): void
  onError(error: unknown): void
}

interface Listening {
  /** Opens another connection, because this one seems dead. */
  renew(): void
  stop(): Promise<void>
}

const pauses = { firstMs: 100, longestMs: 10_000 }
const connectLimitMs = 10_000

/**
 * Starts at once and continues until stopped, whatever happens to the database. Uses its own
 * connection: behind a pooler, LISTEN needs a direct one.
 */
export function listenForChanges(url: string, listener: ChangeListener): Listening {
  const stopped = new AbortController()
  const { signal } = stopped
  let client: pg.Client | undefined
  let isListening = false
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
      // If the client is ended while it connects, this promise never settles.
      await Promise.race([fresh.connect(), ended])
      if (signal.aborted) return
      await fresh.query(`LISTEN ${changeChannel}`)
      isListening = true
      onConnect()
      await ended
    } finally {
      isListening = false
      await end(fresh)
    }
  }

  return {
    renew() {
      // Connecting has its own time limit; cutting attempts short would let none succeed.
      if (client && isListening) void end(client)
    },
    async stop() {
      stopped.abort()
      if (client) await end(client)
      await running
    },
  }
}

/** Random, so that processes that lost the same database do not reconnect together. */
const pauseAfter = (failures: number) => backOffMs(failures + 1, pauses) * (0.5 + Math.random() / 2)

const goodbyeMs = 1_000

/** A dead peer never closes the connection, so do not wait for it. */
async function end(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => streamOf(client)?.destroy(), goodbyeMs)
  await client.end().catch(() => undefined)
  clearTimeout(cut)
}

function streamOf(client: pg.Client): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream
}

const changeChannel = 'throughline_sync'

/**
 * Notifies other processes that an organisation has changed; the change itself is in the feed. Sent
 * after the commit, because PostgreSQL commits notifying transactions one by one and waits for the
 * disk. A process that misses a notification finds the change when it next reads the feed.
 */
export async function notifyChange(
  pool: Pool,
  organisation: string,
  sequence: number,
): Promise<void> {
  const payload = escapeLiteral(`${organisation}:${sequence}`)
  // One message is one transaction.
  await pool.query(
    `SET LOCAL synchronous_commit = off; SELECT pg_notify('${changeChannel}', ${payload})`,
  )
}

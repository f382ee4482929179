/**
 * Hears of changes by LISTEN, and looks for them while it cannot. A pooler may take a LISTEN and give
 * the connection to somebody else, and a dead connection may look alive: so it sends itself a message
 * from another connection now and then, and counts as silent until that arrives.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg, { escapeLiteral, type Pool } from 'pg'
import { backOffMs } from '../../../core/jobs/back-off.ts'
import { translatePostgresError } from '../connection/errors.ts'

export interface HearingParts {
  readonly url: string
  /** From another connection than the one that listens. */
  notify(organisation: string, sequence: number): Promise<void>
  onChange(organisation: string, sequence: number): void
  /** Anything may have changed. */
  look(): Promise<void>
  onError(error: unknown): void
  readonly probeEveryMs?: number
  readonly lookEveryMs?: number
}

export interface Hearing {
  isHearing(): boolean
  stop(): Promise<void>
}

const probe = 'probe'

export function hearChanges(parts: HearingParts): Hearing {
  const { url, onError, probeEveryMs = 30_000, lookEveryMs = 2_000 } = parts
  let isHearing = false
  let looking: Promise<void> | undefined
  /** What was sent last and has not arrived. */
  let sent: number | undefined
  const listening = listenForChanges(url, {
    onChange(organisation, sequence) {
      if (organisation !== probe) return parts.onChange(organisation, sequence)
      if (sequence !== sent) return
      sent = undefined
      isHearing = true
      // What happened before is unknown.
      look()
    },
    onConnect: sendProbe,
    onError(error) {
      isHearing = false
      onError(error)
    },
  })
  const probing = setInterval(() => {
    if (sent !== undefined) {
      isHearing = false
      listening.renew()
    } else sendProbe()
  }, probeEveryMs).unref()
  const polling = setInterval(() => {
    if (!isHearing) look()
  }, lookEveryMs).unref()

  /** Other processes hear it too and know by the number that it is not theirs. */
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
    isHearing: () => isHearing,
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
  /** It listens, for the first time or again. */
  onConnect?(): void
  onError(error: unknown): void
}

interface Listening {
  /** Opens another connection: this one seems dead. */
  renew(): void
  stop(): Promise<void>
}

const pauses = { firstMs: 100, longestMs: 10_000 }
const connectLimitMs = 10_000

/**
 * Begins at once and goes on until it is stopped, whatever happens to the database. On a connection
 * of its own: behind a pooler LISTEN needs a direct one.
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
      // A client that is ended while it connects never settles this.
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
      // An attempt to connect has a limit of its own; cut short again and again, none would succeed.
      if (client && isListening) void end(client)
    },
    async stop() {
      stopped.abort()
      if (client) await end(client)
      await running
    },
  }
}

/** At random, so that processes which lost one database do not come back together. */
const pauseAfter = (failures: number) => backOffMs(failures + 1, pauses) * (0.5 + Math.random() / 2)

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

const changeChannel = 'throughline_sync'

/**
 * Notifies other processes that an organisation has changed; the feed has the change. Sent after the
 * commit, because PostgreSQL commits notifying transactions one by one and waits for the disk
 * meanwhile. A process that misses a notification finds the change when it next reads the feed.
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

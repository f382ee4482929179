/** Lifecycle events and their deliveries as rows. */
import type { LifecycleType } from '../../../contract/vocabulary.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type {
  Delivery,
  DeliveryCounts,
  KeptDelivery,
  LifecycleStore,
  NewDelivery,
  NewLifecycleEvent,
} from '../../../core/ports/lifecycle-store.ts'
import type { Database, Row } from '../connection/database.ts'
import { insertRow, orNull, orUndefined } from '../connection/rows.ts'

const columns = `deliveries.*, events.type, events.at, events.subject, events.state
  FROM lifecycle_deliveries AS deliveries JOIN lifecycle_events AS events ON events.id = event_id`

export function createLifecycleStore(
  database: Database,
  { clock }: { clock: Clock },
): LifecycleStore {
  const now = () => clock.now().toISOString()
  const settle = async (delivery: Delivery, change: string, ...values: (string | null)[]) => {
    database.run(
      `UPDATE lifecycle_deliveries SET ${change} WHERE subscriber = ?1 AND event_id = ?2`,
      delivery.subscriber,
      delivery.event.id,
      now(),
      ...values,
    )
  }
  return {
    add: async (event, delivery) => addEvent(database, event, delivery, now()),
    async nextDue(subscriber) {
      const row = database.get(
        `SELECT ${columns}
         JOIN (SELECT session_id, min(sequence) AS first FROM lifecycle_deliveries
           WHERE subscriber = ?1 AND status = 'pending' GROUP BY session_id) AS heads
           ON heads.session_id = deliveries.session_id AND heads.first = deliveries.sequence
         WHERE subscriber = ?1 AND next_at <= ?2 ORDER BY next_at, event_id LIMIT 1`,
        subscriber,
        now(),
      )
      return row && toDelivery(row)
    },
    complete: (delivery) =>
      settle(delivery, "status = 'done', error = NULL, next_at = ?3, updated_at = ?3"),
    fail: (delivery, error, retryAt) =>
      settle(
        delivery,
        'attempts = attempts + 1, updated_at = ?3, error = ?4, status = ?5, next_at = ?6',
        error,
        retryAt === undefined ? 'parked' : 'pending',
        retryAt ?? now(),
      ),
    counts: async () => database.all(countsBySubscriber).map(toCounts),
    async list({ subscriber, limit }) {
      const rows = database.all(
        `SELECT ${columns} WHERE ?1 IS NULL OR subscriber = ?1
         ORDER BY updated_at DESC, event_id DESC, subscriber LIMIT ?2`,
        orNull(subscriber),
        limit,
      )
      return rows.map(toKept)
    },
    retry: async (subscriber) =>
      database.run(
        `UPDATE lifecycle_deliveries SET status = 'pending', attempts = 0, next_at = ?1,
           updated_at = ?1 WHERE status = 'parked' AND (?2 IS NULL OR subscriber = ?2)`,
        now(),
        orNull(subscriber),
      ),
    deleteBefore: async (time) =>
      database.run(
        `DELETE FROM lifecycle_events WHERE id NOT IN
           (SELECT event_id FROM lifecycle_deliveries WHERE updated_at >= ?)`,
        time,
      ),
  }
}

function addEvent(
  database: Database,
  { id, type, sessionId = '', at, subject, state }: NewLifecycleEvent,
  { subscribers, notBefore }: NewDelivery,
  now: string,
): boolean {
  if (database.get('SELECT 1 FROM lifecycle_events WHERE id = ?', id)) return false
  const counted = database.get(
    `INSERT INTO lifecycle_sequences (session_id, last) VALUES (?, 1)
     ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last`,
    sessionId,
  )
  const place = { session_id: sessionId, sequence: Number(counted?.last) }
  insertRow(database, 'lifecycle_events', { id, type, ...place, at, subject, state })
  for (const subscriber of subscribers) {
    insertRow(database, 'lifecycle_deliveries', {
      subscriber,
      ...place,
      event_id: id,
      status: 'pending',
      next_at: notBefore,
      updated_at: now,
    })
  }
  return true
}

const countsBySubscriber = `
  SELECT subscriber, sum(status = 'done') AS delivered, sum(status = 'pending') AS waiting,
    sum(status = 'parked') AS parked, max(iif(status = 'done', updated_at, NULL)) AS delivered_at,
    (SELECT error FROM lifecycle_deliveries AS failed
     WHERE failed.subscriber = deliveries.subscriber AND error IS NOT NULL
     ORDER BY updated_at DESC, sequence DESC LIMIT 1) AS error
  FROM lifecycle_deliveries AS deliveries GROUP BY subscriber ORDER BY subscriber`

function toCounts(row: Row): DeliveryCounts {
  return {
    subscriber: String(row.subscriber),
    delivered: Number(row.delivered),
    waiting: Number(row.waiting),
    parked: Number(row.parked),
    lastDeliveredAt: orUndefined(row.delivered_at),
    lastError: orUndefined(row.error),
  }
}

function toDelivery(row: Row): Delivery {
  return {
    subscriber: String(row.subscriber),
    attempts: Number(row.attempts),
    event: {
      id: String(row.event_id),
      type: row.type as LifecycleType,
      sessionId: String(row.session_id) || undefined,
      sequence: Number(row.sequence),
      at: String(row.at),
      subject: String(row.subject),
      state: String(row.state),
    },
  }
}

function toKept(row: Row): KeptDelivery {
  return {
    ...toDelivery(row),
    status: row.status as KeptDelivery['status'],
    nextAt: String(row.next_at),
    updatedAt: String(row.updated_at),
    error: orUndefined(row.error),
  }
}

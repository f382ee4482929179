/** Stores lifecycle events and their deliveries. */

import type { Delivery, KeptDelivery, LifecycleStore } from '../../../core/ports/lifecycle.ts'
import type { Clock } from '../../../core/ports/runtime.ts'
import type { Database } from '../connection/database.ts'

const columns = `subscriber, attempts, event_id, deliveries.session_id, deliveries.sequence, type,
  at, subject, state`
const deliveries = `
  FROM lifecycle_deliveries AS deliveries JOIN lifecycle_events AS events ON events.id = event_id`

export function createLifecycleStore(
  database: Database,
  { clock }: { clock: Clock },
): LifecycleStore {
  const now = () => clock.now().toISOString()
  const settle = async (delivery: Delivery, change: string, ...values: string[]) => {
    database.run(
      `UPDATE lifecycle_deliveries SET ${change} WHERE subscriber = ?1 AND event_id = ?2`,
      delivery.subscriber,
      delivery.event.id,
      now(),
      ...values,
    )
  }
  return {
    async add({ sessionId = '', ...event }, { subscribers, notBefore }) {
      if (database.has('SELECT 1 FROM lifecycle_events WHERE id = ?', event.id)) return false
      const sequence = database.number(
        `INSERT INTO lifecycle_sequences (session_id, last) VALUES (?, 1)
         ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last`,
        sessionId,
      )
      const place = { sessionId, sequence }
      database.insert('lifecycle_events', { ...event, ...place })
      const delivery = { eventId: event.id, status: 'pending', nextAt: notBefore, updatedAt: now() }
      for (const subscriber of subscribers) {
        database.insert('lifecycle_deliveries', { subscriber, ...place, ...delivery })
      }
      return true
    },
    async nextDue(subscriber) {
      const due = database.find<StoredDelivery>(
        `SELECT ${columns} ${deliveries}
         JOIN (SELECT session_id, min(sequence) AS first FROM lifecycle_deliveries
           WHERE subscriber = ?1 AND status = 'pending' GROUP BY session_id) AS heads
           ON heads.session_id = deliveries.session_id AND heads.first = deliveries.sequence
         WHERE subscriber = ?1 AND next_at <= ?2 ORDER BY next_at, event_id LIMIT 1`,
        subscriber,
        now(),
      )
      return due && toDelivery(due)
    },
    nextAt: async () =>
      database.texts(
        `SELECT next_at FROM lifecycle_deliveries WHERE status = 'pending' AND next_at > ?
         ORDER BY next_at LIMIT 1`,
        now(),
      )[0],
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
    counts: async () => database.list(countsBySubscriber),
    async list({ subscriber, limit }) {
      const kept = database.list<StoredDelivery & Kept>(
        `SELECT ${columns}, status, next_at, updated_at, error ${deliveries} WHERE ?1 IS NULL OR subscriber = ?1
         ORDER BY updated_at DESC, event_id DESC, subscriber LIMIT ?2`,
        subscriber,
        limit,
      )
      return kept.map(({ status, nextAt, updatedAt, error, ...delivery }) => ({
        ...toDelivery(delivery),
        status,
        nextAt,
        updatedAt,
        error,
      }))
    },
    retry: async (subscriber) =>
      database.run(
        `UPDATE lifecycle_deliveries SET status = 'pending', attempts = 0, next_at = ?1,
           updated_at = ?1 WHERE status = 'parked' AND (?2 IS NULL OR subscriber = ?2)`,
        now(),
        subscriber,
      ),
    deleteBefore: async (time) =>
      database.run(
        `DELETE FROM lifecycle_events WHERE id NOT IN
           (SELECT event_id FROM lifecycle_deliveries WHERE updated_at >= ?)`,
        time,
      ),
  }
}

const countsBySubscriber = `
  SELECT subscriber, sum(status = 'done') AS delivered, sum(status = 'pending') AS waiting,
    sum(status = 'parked') AS parked, max(iif(status = 'done', updated_at, NULL)) AS last_delivered_at,
    (SELECT error FROM lifecycle_deliveries AS failed
     WHERE failed.subscriber = deliveries.subscriber AND error IS NOT NULL
     ORDER BY updated_at DESC, sequence DESC LIMIT 1) AS last_error
  FROM lifecycle_deliveries AS deliveries GROUP BY subscriber ORDER BY subscriber`

type StoredDelivery = Omit<Delivery, 'event'> &
  Omit<Delivery['event'], 'id'> & { readonly eventId: string }
type Kept = Omit<KeptDelivery, keyof Delivery>

function toDelivery({ subscriber, attempts, eventId, ...event }: StoredDelivery): Delivery {
  const sessionId = event.sessionId || undefined
  return { subscriber, attempts, event: { ...event, id: eventId, sessionId } }
}

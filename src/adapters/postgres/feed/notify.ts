/**
 * Tells other processes that an organisation has changed, and nothing else: the feed has the change.
 * Sent after the commit, because PostgreSQL commits notifying transactions one by one and waits for the
 * disk meanwhile. A process that misses a notification finds the change when it next reads the feed.
 */
import { escapeLiteral, type Pool } from 'pg'

export const changeChannel = 'throughline_sync'

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

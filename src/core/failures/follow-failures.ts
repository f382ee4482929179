/**
 * Keeps track of failed commands and of what passed later, from the change feed: an idle daemon
 * catches up, and a new installation goes over the whole history.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { Hash } from '../model/content-key.ts'
import { feedStart } from '../ports/change-feed.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { readRun } from './read-run.ts'

export type FollowPorts = Pick<Store, 'transaction' | 'changes'>

const consumer = 'failures'
/** Outputs may be long. Keeps a transaction below 40 ms. */
const batchSize = 25

/** @returns how many tool events were read */
export async function followFailures(
  ports: FollowPorts,
  hash: Hash,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const { changes } = await ports.changes.after(await ports.changes.cursor(consumer), 1, ofTools)
    if (changes.length === 0) break
    total += await ports.transaction((tx) => followBatch(tx, hash), { durable: false })
    await yieldToEventLoop()
  }
  return total
}

/** Following from the start restores everything. */
export async function restartFailures(tx: StoreTransaction): Promise<void> {
  await tx.failures.clear()
  await tx.changes.advance(consumer, feedStart)
}

const ofTools = { subjects: ['tool-event' as const] }

async function followBatch(tx: StoreTransaction, hash: Hash): Promise<number> {
  const from = await tx.changes.cursor(consumer)
  const page = await tx.changes.after(from, batchSize, { ...ofTools, latestOnly: true })
  for (const { id, kind } of page.changes) {
    if (kind !== 'removed') await followToolEvent(tx, id, hash)
  }
  await tx.changes.advance(consumer, page.cursor)
  return page.changes.length
}

async function followToolEvent(tx: StoreTransaction, id: string, hash: Hash): Promise<void> {
  const tool = await tx.history.toolEvent(id)
  const run = tool && readRun(tool)
  if (!tool || !run) return
  const { sessionId } = tool
  // What a repository's chat claims to have run, nobody ran here.
  if ((await tx.history.sessionPlace(sessionId))?.trust === 'repository') return
  if (run.kind === 'failed') {
    const signatures = run.signatures.map(hash)
    const checks = run.checks.map((keys) => keys.map((key) => hash(key ?? '')))
    return tx.failures.put({ eventId: id, sessionId, signatures, checks })
  }
  const passed = { eventId: id, sessionId, keys: run.keys.map(hash) }
  await tx.failures.pass(passed, () => run.signatures().map(hash))
}

/** Drains the spool under a lock, so that only one process does. */
import { tryLock } from '../adapters/sqlite/connection/process-lock.ts'
import type { Config } from '../contract/config.ts'
import { type DrainParts, type DrainResult, drainSpool } from '../core/capture/drain.ts'

/** @returns undefined if another process is draining */
export async function drainAlone(
  lockFile: string,
  config: () => Config,
  parts: DrainParts,
  signal: AbortSignal,
): Promise<DrainResult | undefined> {
  if (!config().enabled) return { ingested: [], duplicates: 0, rejected: 0, postponed: 0 }
  const lease = tryLock(lockFile)
  if (!lease) return undefined
  try {
    return await drainSpool(parts, signal)
  } finally {
    lease.release()
  }
}

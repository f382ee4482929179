/**
 * From the spool into the store. A spool file is removed only after what it holds is durably
 * stored, and its receipt keeps it from being taken in twice if the process dies in between.
 */
import { meaningOf } from '../../contract/errors.ts'
import type { IdSource } from '../ports/clock.ts'
import type { SpoolEntry } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import { type IngestTools, ingestEvent } from './ingest.ts'
import { type Arrival, broken, type EntryReading, type ReadParts, readEntry } from './read-entry.ts'

export interface DrainParts extends ReadParts, Pick<IngestTools, 'extraction'> {
  readonly store: Pick<Store, 'transaction'>
  readonly ids: IdSource
  readonly batchSize: number
}

export interface DrainResult {
  readonly ingested: readonly string[]
  readonly duplicates: number
  readonly rejected: number
  /** How many could not be read or placed just now; they stay in the spool. */
  readonly postponed: number
}

/** Takes in what is pending now; stops between batches when the signal says so. */
export async function drainSpool(parts: DrainParts, signal: AbortSignal): Promise<DrainResult> {
  const total = { ingested: [] as string[], duplicates: 0, rejected: 0, postponed: 0 }
  const entries = await parts.spool.pending()
  if (entries.length === 0) return total
  await parts.store.transaction(({ capture }) =>
    capture.keepReceipts(entries.map((entry) => entry.name)),
  )
  const batches = inBatches(entries, parts.batchSize)
  // Reading waits for the disk, so the next batch is read while this one is stored.
  let reading = readBatch(parts, batches[0] ?? [])
  for (let number = 1; number <= batches.length && !signal.aborted; number++) {
    const batch = await reading
    reading = readBatch(parts, batches[number] ?? [])
    reading.catch(() => undefined)
    const result = await drainBatch(parts, batch)
    total.ingested.push(...result.ingested)
    total.duplicates += result.duplicates
    total.rejected += result.rejected
    total.postponed += result.postponed
  }
  return total
}

/** Two batches are in memory at a time, and a payload may have 32 MiB. */
const mostBatchBytes = 16 * 1024 * 1024

function inBatches(entries: readonly SpoolEntry[], size: number): SpoolEntry[][] {
  const batches: SpoolEntry[][] = []
  let batch: SpoolEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    if (batch.length === 0 || batch.length >= size || bytes + entry.bytes > mostBatchBytes) {
      batch = []
      batches.push(batch)
      bytes = 0
    }
    batch.push(entry)
    bytes += entry.bytes
  }
  return batches
}

type ReadEntry = { readonly entry: SpoolEntry; readonly reading: EntryReading }

function readBatch(parts: DrainParts, entries: readonly SpoolEntry[]): Promise<ReadEntry[]> {
  return Promise.all(
    entries.map(async (entry) => ({ entry, reading: await readEntry(parts, entry) })),
  )
}

async function drainBatch(parts: DrainParts, batch: readonly ReadEntry[]): Promise<DrainResult> {
  const settled: SpoolEntry[] = []
  const arrivals: { entry: SpoolEntry; arrival: Arrival }[] = []
  let rejected = 0
  let postponed = 0
  for (const { entry, reading } of batch) {
    if (reading.kind === 'arrival') {
      arrivals.push({ entry, arrival: reading.arrival })
    } else if (reading.kind === 'nothing') {
      settled.push(entry)
    } else if (reading.kind === 'broken') {
      await parts.spool.reject(entry, reading.reason, reading.text)
      rejected += 1
    } else {
      postponed += 1
    }
  }
  const stored = await storeArrivals(parts, arrivals)
  await parts.spool.remove([...settled, ...stored.done])
  const { ingested, duplicates } = stored
  return { ingested, duplicates, rejected: rejected + stored.rejected, postponed }
}

interface Stored {
  readonly done: readonly SpoolEntry[]
  readonly ingested: readonly string[]
  readonly duplicates: number
  readonly rejected: number
}

/** All in one transaction; if one of them is poison, each on its own, so that it harms no other. */
async function storeArrivals(
  parts: DrainParts,
  arrivals: readonly { entry: SpoolEntry; arrival: Arrival }[],
): Promise<Stored> {
  if (arrivals.length === 0) return { done: [], ingested: [], duplicates: 0, rejected: 0 }
  try {
    const outcomes = await parts.store.transaction(async (tx) => {
      const results = []
      const ingesting = { ...tx.capture, enqueue: tx.jobs.enqueue }
      for (const { arrival } of arrivals) results.push(await ingestEvent(ingesting, arrival, parts))
      return results
    })
    const ingested = outcomes.flatMap((o) => (o.kind === 'ingested' ? [o.eventId] : []))
    return {
      done: arrivals.map(({ entry }) => entry),
      ingested,
      duplicates: outcomes.length - ingested.length,
      rejected: 0,
    }
  } catch (error) {
    if (meaningOf(error).isStoreTrouble) throw error
    const [only, ...others] = arrivals
    if (only && others.length === 0) return rejectPoison(parts, only, error)
    return storeOneByOne(parts, arrivals)
  }
}

async function storeOneByOne(
  parts: DrainParts,
  arrivals: readonly { entry: SpoolEntry; arrival: Arrival }[],
): Promise<Stored> {
  const done: SpoolEntry[] = []
  const ingested: string[] = []
  let duplicates = 0
  let rejected = 0
  for (const one of arrivals) {
    const stored = await storeArrivals(parts, [one])
    done.push(...stored.done)
    ingested.push(...stored.ingested)
    duplicates += stored.duplicates
    rejected += stored.rejected
  }
  return { done, ingested, duplicates, rejected }
}

async function rejectPoison(
  parts: DrainParts,
  { entry, arrival }: { entry: SpoolEntry; arrival: Arrival },
  error: unknown,
): Promise<Stored> {
  const message = error instanceof Error ? error.message : String(error)
  const event = JSON.stringify(arrival.event)
  const { reason, text } = broken(parts, `cannot be stored: ${message}`, event)
  await parts.spool.reject(entry, reason, text)
  return { done: [], ingested: [], duplicates: 0, rejected: 1 }
}

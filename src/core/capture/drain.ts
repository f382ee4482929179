/**
 * Moves events from the spool into the store. A spool file is removed only after its event is stored
 * durably; a receipt prevents a second ingest if the process dies in between.
 */
import { meaningOf } from '../../contract/errors.ts'
import type { JsonObject } from '../model/json.ts'
import type { IdSource } from '../ports/runtime.ts'
import {
  type DelayedEntry,
  type EntriesInHand,
  type SpoolEntry,
  triesUntilSetAside,
} from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import { type IngestTools, ingestEvent } from './ingest.ts'
import { ingestBatch } from './ingest-batch.ts'
import {
  type Arrival,
  broken,
  type EntryReading,
  messageOf,
  type ReadParts,
  readEntry,
} from './read-entry.ts'
import { openTroubledEntries, type TroubledEntries } from './troubled-entries.ts'

export interface DrainParts extends ReadParts, Pick<IngestTools, 'extraction'> {
  readonly store: Pick<Store, 'transaction'>
  readonly ids: IdSource
  readonly batchSize: number
  readonly inHand: EntriesInHand
}

export interface DrainResult {
  readonly ingested: string[]
  duplicates: number
  rejected: number
  /** Entries that could not be read or placed for now; they stay in the spool. */
  postponed: number
  /** The first of them to be retried. */
  nextTry?: DelayedEntry
}

/** Ingests what is pending now; an aborted signal stops it between batches. */
export async function drainSpool(parts: DrainParts, signal: AbortSignal): Promise<DrainResult> {
  const tally: DrainResult = { ingested: [], duplicates: 0, rejected: 0, postponed: 0 }
  const entries = await parts.spool.pending()
  if (entries.length === 0) return tally
  await parts.store.transaction(({ capture }) =>
    capture.keepReceipts(entries.map((entry) => entry.name)),
  )
  const troubled = openTroubledEntries(parts.inHand, entries, parts.clock)
  const due = entries.filter((entry) => !troubled.isDelayed(entry))
  tally.postponed = entries.length - due.length
  try {
    await drainBatches(parts, inBatches(due, parts.batchSize, troubled), troubled, tally, signal)
  } finally {
    troubled.hold([])
  }
  const nextTry = troubled.next()
  return nextTry ? { ...tally, nextTry } : tally
}

const warmUp = 'password = 0'

async function drainBatches(
  parts: DrainParts,
  batches: readonly SpoolEntry[][],
  troubled: TroubledEntries,
  tally: DrainResult,
  signal: AbortSignal,
): Promise<void> {
  const isAlone = (batch: readonly SpoolEntry[]) => batch.some(troubled.isSuspect)
  let ahead: Promise<ReadEntry[]> | undefined
  for (const [number, batch] of batches.entries()) {
    if (signal.aborted) return
    const next = batches[number + 1] ?? []
    // Reading waits for the disk, so read the next batch while this one is stored.
    const isPaired = next.length > 0 && !isAlone(batch) && !isAlone(next)
    const isSuspected = isAlone(batch)
    // The first redaction compiles its rules; do not charge that time to the event.
    if (isSuspected) parts.redactor.redact(warmUp)
    troubled.hold(isPaired ? [...batch, ...next] : batch)
    const read = await (ahead ?? readBatch(parts, batch, troubled))
    if (isSuspected) troubled.hold([])
    ahead = isPaired ? readBatch(parts, next, troubled) : undefined
    ahead?.catch(() => undefined)
    await drainBatch(parts, read, troubled, tally)
    troubled.markSafe(batch)
  }
}

/** Two batches are in memory at a time, and a payload may have 32 MiB. */
const mostBatchBytes = 16 * 1024 * 1024

/** Each suspect gets its own batch. */
function inBatches(
  entries: readonly SpoolEntry[],
  size: number,
  { isSuspect }: TroubledEntries,
): SpoolEntry[][] {
  const batches: SpoolEntry[][] = []
  let batch: SpoolEntry[] = []
  let bytes = 0
  for (const entry of entries) {
    const isFull = batch.length >= size || bytes + entry.bytes > mostBatchBytes
    if (batch.length === 0 || isFull || isSuspect(entry) || batch.some(isSuspect)) {
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

function readBatch(
  parts: DrainParts,
  entries: readonly SpoolEntry[],
  { isPoison }: TroubledEntries,
): Promise<ReadEntry[]> {
  return Promise.all(
    entries.map(async (entry) => ({
      entry,
      reading: isPoison(entry) ? poison : await readEntry(parts, entry),
    })),
  )
}

/** Drops the text: redacting it may be what kills the process. */
const poison = {
  kind: 'broken',
  reason: 'the daemon ended twice while it read or stored this event',
  text: '',
} as const

async function drainBatch(
  parts: DrainParts,
  batch: readonly ReadEntry[],
  troubled: TroubledEntries,
  tally: DrainResult,
): Promise<void> {
  const settled: SpoolEntry[] = []
  const arrivals: Arrived[] = []
  for (const { entry, reading } of batch) {
    if (reading.kind !== 'later') troubled.forget(entry)
    if (reading.kind === 'arrival') {
      arrivals.push({ entry, ...reading })
    } else if (reading.kind === 'nothing') {
      settled.push(entry)
    } else if (reading.kind === 'broken') {
      await reject(parts, entry, reading)
      tally.rejected += 1
    } else if (troubled.delay(entry, reading)) {
      tally.postponed += 1
    } else {
      const reason = `could not be read in ${triesUntilSetAside} tries: ${reading.reason}`
      await reject(parts, entry, { ...reading, reason })
      tally.rejected += 1
    }
  }
  const stored = await storeArrivals(parts, arrivals, tally)
  await parts.spool.remove([...settled, ...stored])
}

const reject = (
  { spool, redactor }: DrainParts,
  entry: SpoolEntry,
  { reason, text }: { readonly reason: string; readonly text: string },
) => spool.reject(entry, reason, text, redactor.redact)

const duplicate = { kind: 'duplicate' } as const

interface Arrived {
  readonly entry: SpoolEntry
  readonly arrival: Arrival
  readonly payload: JsonObject
}

/**
 * Stores all in one transaction, or each separately if one is poison and could harm others.
 * @returns the stored entries
 */
async function storeArrivals(
  parts: DrainParts,
  arrivals: readonly Arrived[],
  tally: DrainResult,
): Promise<SpoolEntry[]> {
  if (arrivals.length === 0) return []
  try {
    const outcomes = await parts.store.transaction((tx) =>
      ingestBatch(tx, async (ingesting) => {
        const results = []
        for (const { entry, arrival } of arrivals) {
          const isNew = await tx.capture.addReceipt(entry.name)
          results.push(isNew ? await ingestEvent(ingesting, arrival, parts) : duplicate)
        }
        return results
      }),
    )
    const ingested = outcomes.flatMap((o) => (o.kind === 'ingested' ? [o.eventId] : []))
    tally.ingested.push(...ingested)
    tally.duplicates += outcomes.filter((o) => o.kind === 'duplicate').length
    return arrivals.map(({ entry }) => entry)
  } catch (error) {
    if (meaningOf(error).isStoreTrouble) throw error
    const [only, ...others] = arrivals
    if (only && others.length === 0) {
      const reason = `cannot be stored: ${messageOf(error)}`
      await reject(parts, only.entry, broken(parts, reason, JSON.stringify(only.payload)))
      tally.rejected += 1
      return []
    }
    const stored: SpoolEntry[] = []
    for (const each of arrivals) stored.push(...(await storeArrivals(parts, [each], tally)))
    return stored
  }
}

/**
 * Moves events from the spool into the store. A spool file is removed only after its event is stored
 * durably; a receipt prevents a second ingest if the process dies in between.
 */
import { meaningOf } from '../../contract/errors.ts'
import type { IdSource } from '../ports/runtime.ts'
import type { EntriesInHand, SpoolEntry } from '../ports/spool.ts'
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
  /** Could not be read or placed for now; they stay in the spool. */
  postponed: number
}

/** Ingests what is pending now; an aborted signal stops it between batches. */
export async function drainSpool(parts: DrainParts, signal: AbortSignal): Promise<DrainResult> {
  const tally: DrainResult = { ingested: [], duplicates: 0, rejected: 0, postponed: 0 }
  const entries = await parts.spool.pending()
  if (entries.length === 0) return tally
  await parts.store.transaction(({ capture }) =>
    capture.keepReceipts(entries.map((entry) => entry.name)),
  )
  const suspects = openSuspects(parts.inHand, entries)
  try {
    await drainBatches(
      parts,
      inBatches(entries, parts.batchSize, suspects),
      suspects,
      tally,
      signal,
    )
  } finally {
    suspects.hold([])
  }
  return tally
}

const warmUp = 'password = 0'

async function drainBatches(
  parts: DrainParts,
  batches: readonly SpoolEntry[][],
  suspects: Suspects,
  tally: DrainResult,
  signal: AbortSignal,
): Promise<void> {
  const isAlone = (batch: readonly SpoolEntry[]) => batch.some(suspects.isSuspect)
  let ahead: Promise<ReadEntry[]> | undefined
  for (const [number, batch] of batches.entries()) {
    if (signal.aborted) return
    const next = batches[number + 1] ?? []
    // Reading waits for the disk, so the next batch is read while this one is stored.
    const isPaired = next.length > 0 && !isAlone(batch) && !isAlone(next)
    const isSuspected = isAlone(batch)
    // The first redaction compiles its rules. That is no part of what the event does.
    if (isSuspected) parts.redactor.redact(warmUp)
    suspects.hold(isPaired ? [...batch, ...next] : batch)
    const read = await (ahead ?? readBatch(parts, batch, suspects))
    if (isSuspected) suspects.hold([])
    ahead = isPaired ? readBatch(parts, next, suspects) : undefined
    ahead?.catch(() => undefined)
    await drainBatch(parts, read, tally)
    suspects.acquit(batch)
  }
}

/** Two batches are in memory at once, and a payload may have 32 MiB. */
const mostBatchBytes = 16 * 1024 * 1024

/** A suspect has a batch of its own. */
function inBatches(
  entries: readonly SpoolEntry[],
  size: number,
  { isSuspect }: Suspects,
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
  { isPoison }: Suspects,
): Promise<ReadEntry[]> {
  return Promise.all(
    entries.map(async (entry) => ({
      entry,
      reading: isPoison(entry) ? poison : await readEntry(parts, entry),
    })),
  )
}

/** Its text is not kept: to redact it may be what ends the process. */
const poison = {
  kind: 'broken',
  reason: 'the daemon ended twice while it read or stored this event',
  text: '',
} as const

async function drainBatch(
  parts: DrainParts,
  batch: readonly ReadEntry[],
  tally: DrainResult,
): Promise<void> {
  const settled: SpoolEntry[] = []
  const arrivals: Arrived[] = []
  for (const { entry, reading } of batch) {
    if (reading.kind === 'arrival') {
      arrivals.push({ entry, arrival: reading.arrival })
    } else if (reading.kind === 'nothing') {
      settled.push(entry)
    } else if (reading.kind === 'broken') {
      await parts.spool.reject(entry, reading.reason, reading.text)
      tally.rejected += 1
    } else {
      tally.postponed += 1
    }
  }
  const stored = await storeArrivals(parts, arrivals, tally)
  await parts.spool.remove([...settled, ...stored])
}

const duplicate = { kind: 'duplicate' } as const

interface Arrived {
  readonly entry: SpoolEntry
  readonly arrival: Arrival
}

/**
 * All in one transaction; if one of them is poison, each on its own, so that it harms no other.
 * @returns the entries that are stored
 */
async function storeArrivals(
  parts: DrainParts,
  arrivals: readonly Arrived[],
  tally: DrainResult,
): Promise<SpoolEntry[]> {
  if (arrivals.length === 0) return []
  try {
    const outcomes = await parts.store.transaction((tx) =>
      ingestBatch(tx, parts, async (ingesting) => {
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
      await rejectPoison(parts, only, error)
      tally.rejected += 1
      return []
    }
    const stored: SpoolEntry[] = []
    for (const each of arrivals) stored.push(...(await storeArrivals(parts, [each], tally)))
    return stored
  }
}

async function rejectPoison(
  parts: DrainParts,
  { entry, arrival }: Arrived,
  error: unknown,
): Promise<void> {
  const event = JSON.stringify(arrival.event)
  const { reason, text } = broken(parts, `cannot be stored: ${messageOf(error)}`, event)
  await parts.spool.reject(entry, reason, text)
}

// Finds the event that ends the process. What was in hand when it died is read one by one by the next
// process; an entry that is in hand by itself when that one dies, too, is poison. A daemon that is
// killed and started again at once is no sign of poison: hooks start one at most once a minute.

interface Suspects {
  isSuspect(entry: SpoolEntry): boolean
  isPoison(entry: SpoolEntry): boolean
  /** From now on these are in hand, and no others. */
  hold(entries: readonly SpoolEntry[]): void
  acquit(entries: readonly SpoolEntry[]): void
}

const deadlyDeaths = 1
const leastAgeMs = 30_000

/** @param waiting all that is in the spool; what is not there any more is no suspect */
function openSuspects(inHand: EntriesInHand, waiting: readonly SpoolEntry[]): Suspects {
  const { names, deaths: before, ageMs } = inHand.read()
  const died = new Set(ageMs < leastAgeMs ? [] : names)
  const deaths = new Map<string, number>()
  for (const { name } of waiting) {
    const known = before.get(name)
    if (known !== undefined) deaths.set(name, died.has(name) ? known + 1 : known)
    else if (died.has(name)) deaths.set(name, 0)
  }
  return {
    isSuspect: ({ name }) => deaths.has(name),
    isPoison: ({ name }) => (deaths.get(name) ?? 0) >= deadlyDeaths,
    hold: (entries) => inHand.write({ names: entries.map(({ name }) => name), deaths }),
    acquit(entries) {
      for (const { name } of entries) deaths.delete(name)
    },
  }
}

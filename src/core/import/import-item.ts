/** Imports one item: reads it in batches, and stores each in short transactions. */
import { closeSilentSession, endingSilenceMs } from '../capture/end-session.ts'
import {
  type IngestOutcome,
  type IngestTools,
  type IngestTransaction,
  ingestEvent,
} from '../capture/ingest.ts'
import { ingestBatch } from '../capture/ingest-batch.ts'
import type { Arrival } from '../capture/read-entry.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { HostEvent } from '../model/host-event.ts'
import {
  type HistoryItem,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
} from '../ports/history-source.ts'
import type { JobQueue, JobRequest } from '../ports/job-queue.ts'
import type { ImportPorts } from './find-importable.ts'
import {
  createExportedSessions,
  createToArrival,
  type ExportedSessions,
  type ToArrival,
} from './past-arrival.ts'

/** Limits what is in memory before it is stored. */
const mostEvents = 150
const mostCharacters = 600_000

/** Other writers, such as the daemon, wait no longer than this plus a commit. */
const longestTransactionMs = 50

/** Reads an interrupted item again; stored events are recognised by their identity. */
export async function importItem(
  source: HistorySource,
  item: HistoryItem,
  ports: ImportPorts,
  signal: AbortSignal,
): Promise<ImportTally> {
  const tally = emptyTally()
  let batch: ImportedEvent[] = []
  let characters = 0
  const reading: Reading = {
    toArrival: createToArrival(item.path, ports),
    turnNames: new Map(),
    exported: createExportedSessions(),
    sessions: new Map(),
  }
  const flush = async () => {
    addTo(tally, await storeBatch(batch, reading, ports))
    batch = []
    characters = 0
    await yieldToEventLoop()
  }
  for await (const part of source.read(item)) {
    if (signal.aborted) return tally
    if (isSkipped(part)) {
      tally.skipped[part.skipped] = (tally.skipped[part.skipped] ?? 0) + 1
      continue
    }
    const { event } = part
    batch.push(part)
    characters += sizeOf(event)
    if (batch.length >= mostEvents || characters >= mostCharacters) await flush()
  }
  await flush()
  await closeSessions([...reading.sessions.values()], ports)
  return tally
}

function sizeOf({ detail }: HostEvent): number {
  if (detail.kind === 'prompt') return detail.text.length
  if (detail.kind === 'turn-end') return detail.answer?.length ?? 0
  return detail.kind === 'tool' && typeof detail.output === 'string' ? detail.output.length : 1_000
}

interface Reading {
  readonly toArrival: ToArrival
  /** The names that hooks gave to imported turns. */
  readonly turnNames: Map<string, string>
  readonly exported: ExportedSessions
  /** One event per session. */
  readonly sessions: Map<string, HostEvent>
}

async function storeBatch(
  batch: readonly ImportedEvent[],
  reading: Reading,
  ports: ImportPorts,
): Promise<ImportTally> {
  const tally = emptyTally()
  const arrivals: Arrival[] = []
  for (const imported of batch) {
    const arrival = await reading.toArrival(imported)
    if (arrival) arrivals.push(arrival)
    else tally.disabled += 1
  }
  for (let stored = 0; stored < arrivals.length; ) {
    const outcomes = await storeSome(arrivals.slice(stored), reading, ports)
    for (const [at, outcome] of outcomes.entries()) count(tally, arrivals[stored + at], outcome)
    stored += outcomes.length
  }
  return tally
}

/** @returns the outcomes of as many arrivals as time allowed, at least one */
async function storeSome(
  arrivals: readonly Arrival[],
  reading: Reading,
  ports: ImportPorts,
): Promise<IngestOutcome[]> {
  const extraction = ports.extraction()
  const tools = { ...ports, extraction: () => extraction }
  const store = async (ingesting: IngestTransaction) => {
    const endsAt = performance.now() + longestTransactionMs
    const outcomes: IngestOutcome[] = []
    let at = ''
    const enqueue = (job: JobRequest) => queuePast(job, at, ingesting)
    const past = { ...ingesting, enqueue }
    for (const arrival of arrivals) {
      at = arrival.arrivedAt
      outcomes.push(await ingestPast(past, arrival, reading, tools))
      if (performance.now() > endsAt) break
    }
    return outcomes
  }
  return ports.store.transaction(
    (tx) => ingestBatch(tx, store),
    // After a power cut, the item is simply read again.
    { durable: false },
  )
}

async function ingestPast(
  tx: IngestTransaction,
  arrival: Arrival,
  { turnNames, exported, sessions }: Reading,
  tools: IngestTools,
): Promise<IngestOutcome> {
  if (await exported.isKnown(tx, arrival)) return { kind: 'duplicate' }
  const event = apart(arrival)
  sessions.set(`${event.host} ${event.sessionId}`, event)
  const hostTurnId = turnNames.get(event.hostTurnId ?? '')
  const named = { ...arrival, event: hostTurnId === undefined ? event : { ...event, hostTurnId } }
  const outcome = await ingestEvent(tx, named, tools)
  if (outcome.kind === 'duplicate' && outcome.turnName !== undefined && event.hostTurnId)
    turnNames.set(event.hostTurnId, outcome.turnName)
  return outcome
}

/** A repository's chat never becomes part of the user's own session, whatever id it has. */
function apart({ event, trust, projectId }: Arrival): HostEvent {
  if (trust === undefined) return event
  const { transcriptPath: _, ...rest } = event
  return { ...rest, sessionId: `repository ${projectId ?? ''} ${event.sessionId}` }
}

function count(tally: ImportTally, arrival: Arrival | undefined, outcome: IngestOutcome) {
  if (!arrival || outcome.kind !== 'ingested') {
    tally.known += 1
    return
  }
  const { host, sessionId, detail } = arrival.event
  tally.sessions.add(`${host} ${sessionId}`)
  if (detail.kind === 'prompt') tally.turns += 1
  if (detail.kind !== 'tool') return
  tally.toolCalls += 1
  if (detail.outcome === 'failed') tally.failures += 1
}

/**
 * Marks the jobs as past, so that live sessions are learned from first. A model reads imported
 * sessions only on request, because hundreds at once would be expensive.
 */
async function queuePast(
  job: JobRequest,
  past: string,
  queue: Pick<JobQueue, 'enqueue'>,
): Promise<boolean> {
  return job.kind === 'read' ? false : queue.enqueue({ ...job, past })
}

/** A session that may continue stays open; the daemon closes it when it goes quiet. */
async function closeSessions(sessions: readonly HostEvent[], ports: ImportPorts): Promise<void> {
  const silentSince = new Date(ports.clock.now().getTime() - endingSilenceMs)
  await ports.store.transaction(
    async (tx) => {
      for (const { host, sessionId } of sessions) {
        const session = await tx.capture.findSession(host, sessionId)
        if (session?.status !== 'active' || session.lastEventAt > silentSince.toISOString())
          continue
        const enqueue = (job: JobRequest) => queuePast(job, session.lastEventAt, tx.jobs)
        await closeSilentSession({ ...tx.capture, enqueue }, session, ports.extraction)
      }
    },
    { durable: false },
  )
}

export interface ImportTally {
  readonly sessions: Set<string>
  turns: number
  toolCalls: number
  failures: number
  /** Events already in the store. */
  known: number
  /** Events of projects that are switched off. */
  disabled: number
  readonly skipped: Record<string, number>
}

export const emptyTally = (): ImportTally => ({
  sessions: new Set(),
  turns: 0,
  toolCalls: 0,
  failures: 0,
  known: 0,
  disabled: 0,
  skipped: {},
})

export function addTo(tally: ImportTally, other: ImportTally): void {
  for (const session of other.sessions) tally.sessions.add(session)
  tally.turns += other.turns
  tally.toolCalls += other.toolCalls
  tally.failures += other.failures
  tally.known += other.known
  tally.disabled += other.disabled
  for (const [reason, times] of Object.entries(other.skipped)) {
    tally.skipped[reason] = (tally.skipped[reason] ?? 0) + times
  }
}

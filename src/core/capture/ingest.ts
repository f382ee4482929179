/** Turns a captured event into rows. Tolerant by design: hosts repeat, omit and reorder events. */
import { mentionsRemembering } from '../extraction/remember/find-remembered.ts'
import type { LearningSettings } from '../extraction/triggers.ts'
import { eventKey } from '../model/content-key.ts'
import type { EventDetail, HostEvent } from '../model/host-event.ts'
import type { NewTurn, SessionChange, SessionRow, TurnRow } from '../ports/capture-store.ts'
import type { HistoryDeletion } from '../ports/deletion.ts'
import type { Runtime } from '../ports/runtime.ts'
import {
  type ClosingTransaction,
  endSession,
  enqueueAfter,
  later,
  leaveTurn,
  type SessionMoment,
} from './end-session.ts'
import { type AskTransaction, followAsks } from './follow-asks.ts'
import {
  findKnownEvent,
  isRepetition,
  type KnownEvent,
  readToolEvent,
  withArrival,
} from './known-event.ts'
import type { Arrival } from './read-entry.ts'

export type IngestOutcome =
  | { readonly kind: 'ingested'; readonly eventId: string }
  | ({ readonly kind: 'duplicate' } & KnownEvent)
  /** Its session or turn was deleted, and stays deleted. */
  | { readonly kind: 'deleted' }

/** Writes rows together with the jobs they require. */
export interface IngestTransaction
  extends ClosingTransaction,
    Pick<HistoryDeletion, 'isDeleted'>,
    AskTransaction {}

export interface IngestTools extends Pick<Runtime, 'ids' | 'hash'> {
  readonly extraction: () => LearningSettings
}

export async function ingestEvent(
  tx: IngestTransaction,
  arrival: Arrival,
  tools: IngestTools,
): Promise<IngestOutcome> {
  const { event, arrivedAt } = arrival
  // A copy in another session's file must not create a session.
  if (arrival.isPast && (await tx.hasEvent(arrival.contentKey))) return { kind: 'duplicate' }
  if (await tx.isDeleted(event.host, event.sessionId)) return { kind: 'deleted' }
  const session = await openSession(tx, arrival, tools)
  if (isRepetition(session, arrival)) return { kind: 'duplicate' }

  const id = tools.ids.next()
  const turn = await turnOf(tx, session, event)
  if (await isOfDeletedTurn(tx, session, event, turn)) return { kind: 'deleted' }
  const known = await findKnownEvent(tx, session, arrival, turn)
  if (known) return { kind: 'duplicate', ...known }
  const inserted = await tx.insertEvent({
    id,
    key: eventKey(arrival.contentKey, event.isDistinct, session.eventCount, tools.hash),
    sessionId: session.id,
    turnId: turn?.id,
    occurredAt: arrivedAt,
    event,
    ...(event.cwd !== undefined && event.cwd !== session.cwd && { cwd: event.cwd }),
  })
  if (!inserted) return { kind: 'duplicate' }

  const situation = { id, session, turn, arrival, tools }
  const change = await applyDetail(tx, situation, event.detail)
  if (turn) await followBranch(tx, turn, checkedOutAt(session, arrival))
  await tx.updateSession(session.id, {
    ...sessionFacts(session, arrival),
    ...change,
    eventCount: session.eventCount + 1,
    recentContent: withArrival(session, arrival),
  })
  return { kind: 'ingested', eventId: id }
}

interface Situation {
  readonly id: string
  readonly session: SessionRow
  readonly turn: TurnRow | undefined
  readonly arrival: Arrival
  readonly tools: IngestTools
}

/** @returns the change to the session */
async function applyDetail(
  tx: IngestTransaction,
  now: Situation,
  detail: EventDetail,
): Promise<SessionChange> {
  switch (detail.kind) {
    case 'session-start':
      return startSession(now.session, detail)
    case 'prompt':
      await beginTurn(tx, now, detail)
      return activeAgain
    case 'tool': {
      const { isForeign, writtenFiles } = await readToolEvent(tx, now, detail)
      await tx.insertToolEvent({
        id: now.id,
        sessionId: now.session.id,
        turnId: now.turn?.id,
        occurredAt: now.arrival.arrivedAt,
        event: now.arrival.event,
        detail,
        isForeign,
      })
      if (!now.arrival.isPast) await followAsks(tx, now.session, now.arrival, now.tools.hash)
      const isKnown = writtenFiles === now.session.writtenFiles
      return { ...stillAlive(now.session), ...(!isKnown && { writtenFiles }) }
    }
    case 'turn-end':
      await endTurn(tx, now, detail)
      return stillAlive(now.session)
    case 'pre-compact':
      await enqueueAfter(tx, momentOf(now), { kind: 'compaction' })
      return stillAlive(now.session)
    case 'session-end':
      return endSession(tx, momentOf(now), detail.reason)
    default:
      return stillAlive(now.session)
  }
}

const activeAgain = { status: 'active', endedAt: null, endReason: null } as const

/** A session closed for silence reopens with any event; one the host ended stays ended. */
function stillAlive(session: SessionRow): SessionChange {
  return session.endReason === 'silence' ? activeAgain : {}
}

/** A late `startup` must not reopen an ended session; a `resume` does. */
function startSession(
  session: SessionRow,
  detail: Extract<EventDetail, { kind: 'session-start' }>,
): SessionChange {
  const comesBack = detail.source === 'resume' || session.endReason === 'silence'
  return {
    ...(comesBack && activeAgain),
    ...(detail.model !== undefined && { model: detail.model }),
  }
}

async function openSession(
  tx: IngestTransaction,
  arrival: Arrival,
  tools: IngestTools,
): Promise<SessionRow> {
  const { event } = arrival
  const known = await tx.findSession(event.host, event.sessionId)
  if (known) return known
  return tx.insertSession({
    id: tools.ids.next(),
    host: event.host,
    hostSessionId: event.sessionId,
    projectId: arrival.projectId,
    startedAt: arrival.arrivedAt,
    cwd: event.cwd,
    branch: arrival.branch,
    transcriptPath: event.transcriptPath,
    model: event.detail.kind === 'session-start' ? event.detail.model : arrival.model,
    trust: arrival.trust,
  })
}

/** What git had checked out. Ignores the branch of another project. */
function checkedOutAt(
  { projectId }: SessionRow,
  { projectId: at, branch, commit }: Arrival,
): Pick<Arrival, 'commit'> & { readonly branch?: string | undefined } {
  const isElsewhere = projectId !== undefined && at !== projectId
  return isElsewhere ? {} : { branch, commit }
}

/** A turn belongs to the branch of its last event: it may create one and commit to it. */
async function followBranch(
  tx: IngestTransaction,
  turn: TurnRow,
  { branch, commit }: ReturnType<typeof checkedOutAt>,
): Promise<void> {
  if (commit === undefined || (branch === turn.branch && commit === turn.commit)) return
  await tx.updateTurn(turn.id, { branch: branch ?? null, commit })
}

/** What any event reveals about its session. */
function sessionFacts(session: SessionRow, arrival: Arrival): SessionChange {
  const { event, arrivedAt, caller } = arrival
  const { branch } = checkedOutAt(session, arrival)
  return {
    ...(arrivedAt > session.lastEventAt && { lastEventAt: arrivedAt }),
    ...(arrivedAt < session.startedAt && { startedAt: arrivedAt }),
    ...(session.projectId === undefined &&
      arrival.projectId !== undefined && { projectId: arrival.projectId }),
    ...(session.cwd === undefined && event.cwd !== undefined && { cwd: event.cwd }),
    ...(branch !== undefined && { branch }),
    ...(event.transcriptPath !== undefined && { transcriptPath: event.transcriptPath }),
    ...(caller.session !== undefined && { sharedSession: caller.session }),
    ...(caller.agent !== undefined && { agent: caller.agent }),
    ...(arrival.model !== undefined && { model: arrival.model }),
  }
}

async function turnOf(
  tx: IngestTransaction,
  session: SessionRow,
  event: HostEvent,
): Promise<TurnRow | undefined> {
  const { detail, hostTurnId } = event
  if (hostTurnId !== undefined) return tx.findTurn(session.id, hostTurnId)
  if (detail.kind !== 'prompt') return tx.latestTurn(session.id)
  if (detail.number === undefined) return undefined
  const numbered = await tx.findNumberedTurn(session.id, detail.number)
  // If the sender restarted its count after a resume, this is another prompt.
  const isSame = numbered?.prompt === undefined || numbered.prompt === detail.text
  return isSame ? numbered : undefined
}

const ofSession: ReadonlySet<EventDetail['kind']> = new Set([
  ...(['session-start', 'prompt', 'pre-compact', 'post-compact'] as const),
  ...(['instructions-loaded', 'session-end'] as const),
])

/** A host that does not name turns means the last one, which may be deleted. */
async function isOfDeletedTurn(
  tx: IngestTransaction,
  { deletedThrough }: SessionRow,
  { host, sessionId, hostTurnId, detail }: HostEvent,
  turn: TurnRow | undefined,
): Promise<boolean> {
  if (deletedThrough === 0) return false
  if (hostTurnId !== undefined) return tx.isDeleted(host, sessionId, hostTurnId)
  return !ofSession.has(detail.kind) && (turn?.number ?? 0) < deletedThrough
}

async function beginTurn(
  tx: IngestTransaction,
  now: Situation,
  { text, origin, number }: Extract<EventDetail, { kind: 'prompt' }>,
): Promise<void> {
  if (now.turn?.prompt !== undefined) return
  const turn = now.turn ?? (await openTurn(tx, now, { prompt: text, origin, number }))
  if (now.turn) await tx.updateTurn(turn.id, { prompt: text, origin })
  if (now.arrival.event.agent || !mentionsRemembering(text)) return
  await tx.enqueue({ kind: 'remember', subject: turn.id })
}

async function openTurn(
  tx: IngestTransaction,
  now: Situation,
  { number, ...begin }: Pick<NewTurn, 'prompt' | 'origin' | 'number'>,
): Promise<TurnRow> {
  const { id, session, arrival, tools } = now
  const latest = await tx.latestTurn(session.id)
  const isTaken = number !== undefined && (await tx.findNumberedTurn(session.id, number))
  const turn = await tx.insertTurn({
    number: isTaken ? undefined : number,
    id: tools.ids.next(),
    sessionId: session.id,
    hostTurnId: arrival.event.hostTurnId,
    startedAt: arrival.arrivedAt,
    ...checkedOutAt(session, arrival),
    ...begin,
  })
  await tx.adoptEvents(turn, id)
  // A late prompt has already ended, so the turn after it continues.
  if (latest) await leaveTurn(tx, momentOf(now), latest.number < turn.number ? latest : turn)
  await enqueueAfter(tx, momentOf(now), { kind: 'turn-began' })
  return turn
}

async function endTurn(
  tx: IngestTransaction,
  now: Situation,
  { answer, outcome, isContinuation }: Extract<EventDetail, { kind: 'turn-end' }>,
): Promise<void> {
  const turn = now.turn ?? (await openTurn(tx, now, { prompt: undefined, origin: 'user' }))
  await tx.updateTurn(turn.id, {
    ...(answer !== undefined && { answer }),
    outcome,
    endedAt: later(turn.startedAt, now.arrival.arrivedAt),
    ...(now.arrival.isPast && { isPast: true }),
  })
  await tx.enqueue({ kind: 'digest-turn', subject: turn.id, again: true })
  // Otherwise hooks that keep the agent going would extract the same turn repeatedly.
  if (!isContinuation)
    await enqueueAfter(tx, momentOf(now), { kind: 'turn-ended', turnId: turn.id })
}

function momentOf({ session, arrival, tools }: Situation): SessionMoment {
  return { session, at: arrival.arrivedAt, extraction: tools.extraction }
}

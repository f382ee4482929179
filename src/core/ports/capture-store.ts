/**
 * Where captured events become sessions, turns and tool events. The rules of capture live in
 * `core/capture/ingest.ts`; a store only keeps rows and finds them again.
 */
import type { EventKind, HostEvent, PromptOrigin } from '../model/host-event.ts'

export interface CaptureTransaction {
  /** Marks a spool file as taken in. @returns false when it already was, in an earlier run. */
  addReceipt(spoolName: string): Promise<boolean>
  /** Forgets the receipts of all other spool files: those files are gone. */
  keepReceipts(spoolNames: readonly string[]): Promise<void>

  findSession(host: string, hostSessionId: string): Promise<SessionRow | undefined>
  insertSession(session: NewSession): Promise<SessionRow>
  updateSession(id: string, change: SessionChange): Promise<void>
  /** Active sessions that sent nothing since `before`. */
  silentSessions(before: string): Promise<SessionRow[]>

  /** @returns false when an event with this key is there already; then nothing is written. */
  insertEvent(event: NewEvent): Promise<boolean>
  insertToolEvent(event: NewToolEvent): Promise<void>

  findTurn(sessionId: string, hostTurnId: string): Promise<TurnRow | undefined>
  findNumberedTurn(sessionId: string, number: number): Promise<TurnRow | undefined>
  latestTurn(sessionId: string): Promise<TurnRow | undefined>
  /** Numbers the turn one above the highest of its session, unless it brings a free number. */
  insertTurn(turn: NewTurn): Promise<TurnRow>
  updateTurn(id: string, change: TurnChange): Promise<void>
  /** Gives a new turn the event it began with, and those that named it before it was there. */
  adoptEvents(turn: TurnRow, eventId: string): Promise<void>
}

export interface SessionRow {
  readonly id: string
  readonly host: string
  readonly hostSessionId: string
  readonly projectId: string | undefined
  readonly status: 'active' | 'completed'
  readonly endReason: string | undefined
  readonly cwd: string | undefined
  readonly startedAt: string
  readonly lastEventAt: string
  readonly eventCount: number
  /** The content keys of its newest events that have no id of their own. */
  readonly recentContent: readonly RecentContent[]
}

export interface RecentContent {
  readonly key: string
  readonly kind: EventKind
  readonly at: string
}

export interface NewSession {
  readonly id: string
  readonly host: string
  readonly hostSessionId: string
  readonly projectId: string | undefined
  readonly startedAt: string
  readonly cwd: string | undefined
  readonly branch: string | undefined
  readonly transcriptPath: string | undefined
  readonly model: string | undefined
}

export interface SessionChange {
  readonly startedAt?: string
  readonly projectId?: string
  readonly status?: 'active' | 'completed'
  readonly endedAt?: string | null
  readonly endReason?: string | null
  readonly lastEventAt?: string
  readonly recentContent?: readonly RecentContent[]
  readonly eventCount?: number
  readonly cwd?: string
  readonly branch?: string
  readonly transcriptPath?: string
  readonly model?: string
}

export interface NewEvent {
  readonly id: string
  readonly key: string
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly occurredAt: string
  readonly event: HostEvent
  /** Where it happened, when that is not the session's own folder. */
  readonly cwd?: string
}

export interface NewToolEvent {
  readonly id: string
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly occurredAt: string
  readonly event: HostEvent
  readonly detail: Extract<HostEvent['detail'], { kind: 'tool' }>
}

export interface TurnRow {
  readonly id: string
  readonly sessionId: string
  readonly number: number
  readonly hostTurnId: string | undefined
  readonly prompt: string | undefined
  readonly outcome: TurnOutcome
  readonly startedAt: string
}

/** `open` until the host says the turn ended; `cut` when the next one began without that. */
export type TurnOutcome = 'open' | 'ok' | 'failed' | 'cut'

export interface NewTurn {
  readonly id: string
  readonly sessionId: string
  readonly hostTurnId: string | undefined
  readonly number?: number | undefined
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  readonly startedAt: string
}

export interface TurnChange {
  readonly prompt?: string
  readonly origin?: PromptOrigin
  readonly answer?: string
  readonly outcome?: TurnOutcome
  readonly endedAt?: string
}

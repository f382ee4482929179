/** Stores captured sessions, turns and events. The rules are in `core/capture/ingest.ts`. */
import type { EventKind, HostEvent, PromptOrigin } from '../model/host-event.ts'
import type { Json } from '../model/json.ts'

export interface CaptureStore {
  /** Marks a spool file as ingested. @returns false if an earlier run did */
  addReceipt(spoolName: string): Promise<boolean>
  /** Deletes receipts of all other spool files, which no longer exist. */
  keepReceipts(spoolNames: readonly string[]): Promise<void>

  findSession(host: string, hostSessionId: string): Promise<SessionRow | undefined>
  insertSession(session: NewSession): Promise<SessionRow>
  updateSession(id: string, change: SessionChange): Promise<void>
  /** Active sessions without events since `before`. */
  silentSessions(before: string): Promise<SessionRow[]>

  hasEvent(key: string): Promise<boolean>
  /** @returns false, without writing, if an event with this key exists */
  insertEvent(event: NewEvent): Promise<boolean>
  insertToolEvent(event: NewToolEvent): Promise<void>
  hasToolUse(sessionId: string, toolUseId: string): Promise<boolean>
  /**
   * Whether this call, around this time, was recorded only the other way: with an id if it has none,
   * and vice versa. The nearest call without an id gets this one's id, so it matches no other.
   */
  claimTwinTool(sessionId: string, call: TwinTool): Promise<boolean>
  /** Which tool events of subagents a turn has: none, some, or a foreign one. */
  subagentReading(turnId: string | undefined): Promise<'none' | 'own' | 'foreign'>
  /** Whether any tool event of the session is foreign. */
  hasForeignTool(sessionId: string): Promise<boolean>

  findTurn(sessionId: string, hostTurnId: string): Promise<TurnRow | undefined>
  /** The turn that started with this prompt around this time and was recorded only the other way. */
  findTwinTurn(sessionId: string, prompt: TwinPrompt): Promise<TurnRow | undefined>
  findNumberedTurn(sessionId: string, number: number): Promise<TurnRow | undefined>
  latestTurn(sessionId: string): Promise<TurnRow | undefined>
  /** Numbers the turn one above the session's highest number ever, unless it has one. */
  insertTurn(turn: NewTurn): Promise<TurnRow>
  updateTurn(id: string, change: TurnChange): Promise<void>
  /** Assigns its first event to a new turn, and events that named the turn before it existed. */
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
  /** The number of its last deleted turn; 0 if none was deleted. */
  readonly deletedThrough: number
  /** Content keys of its newest events without their own id. */
  readonly recentContent: readonly RecentContent[]
  /** Files whose origin matters when someone reads them later, oldest first. */
  readonly writtenFiles: readonly WrittenFile[]
}

/** A file that the session wrote; a trailing slash means a folder and everything below it. */
export interface WrittenFile {
  readonly path: string
  /**
   * `foreign`: its text came from outside. `fetching`: a script that fetches such text when run.
   * `own`: written by the agent, although the file is outside the project.
   */
  readonly content: 'foreign' | 'fetching' | 'own'
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
  /** Set if the whole session was read from a repository's files. */
  readonly trust?: 'repository' | undefined
}

export interface SessionChange {
  readonly startedAt?: string
  readonly projectId?: string
  readonly status?: 'active' | 'completed'
  readonly endedAt?: string | null
  readonly endReason?: string | null
  readonly lastEventAt?: string
  readonly recentContent?: readonly RecentContent[]
  readonly writtenFiles?: readonly WrittenFile[]
  readonly eventCount?: number
  readonly cwd?: string
  readonly branch?: string
  readonly transcriptPath?: string
  readonly model?: string
  readonly sharedSession?: string
  readonly agent?: string
}

interface NewEvent {
  readonly id: string
  readonly key: string
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly occurredAt: string
  readonly event: HostEvent
  /** Set if it is not the session's folder. */
  readonly cwd?: string
}

interface NewToolEvent {
  readonly id: string
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly occurredAt: string
  readonly event: HostEvent
  readonly detail: Extract<HostEvent['detail'], { kind: 'tool' }>
  /** It brought in text from outside the project. */
  readonly isForeign: boolean
}

export interface TurnRow {
  readonly id: string
  readonly sessionId: string
  readonly number: number
  readonly hostTurnId: string | undefined
  readonly prompt: string | undefined
  readonly outcome: TurnOutcome
  readonly startedAt: string
  readonly branch: string | undefined
  readonly commit: string | undefined
}

/** `cut`: the next turn started before the host reported the end of this one. */
export type TurnOutcome = 'open' | 'ok' | 'failed' | 'cut'

export interface NewTurn {
  readonly id: string
  readonly sessionId: string
  readonly hostTurnId: string | undefined
  readonly number?: number | undefined
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  readonly startedAt: string
  readonly branch?: string | undefined
  readonly commit?: string | undefined
}

/** Matches captured and imported turns of a host that does not name its turns. */
interface TwinPrompt {
  readonly text: string
  readonly from: string
  readonly to: string
  /** Whether to search the imported turns rather than the captured ones. */
  readonly isImported: boolean
}

interface TwinTool {
  readonly toolName: string
  readonly toolUseId?: string
  readonly input: Json
  readonly at: string
  readonly from: string
  readonly to: string
}

export interface TurnChange {
  readonly hostTurnId?: string
  readonly prompt?: string
  readonly origin?: PromptOrigin
  readonly answer?: string
  readonly outcome?: TurnOutcome
  readonly endedAt?: string
  /** Null for no branch. */
  readonly branch?: string | null
  readonly commit?: string | null
  /** It ended long ago and is not news. */
  readonly isPast?: boolean
}

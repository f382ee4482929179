/** What was captured, in the form that indexes, digests and windows are made from. */
import type { Action } from '../model/action.ts'
import type { PromptOrigin } from '../model/host-event.ts'
import type { Json } from '../model/json.ts'
import type { TurnOutcome } from './capture-store.ts'

export interface HistorySource {
  /** Those that exist, in no particular order. */
  turns(ids: readonly string[]): Promise<TurnSource[]>
  /** The turns of a session with these numbers, in order, and what was done in them. */
  turnsOf(sessionId: string, numbers: TurnRange): Promise<CapturedTurn[]>
  toolEvents(ids: readonly string[]): Promise<ToolEventSource[]>
  sessions(ids: readonly string[]): Promise<SessionSource[]>
  /** Where a session took place and how far it has come, without what was done in it. */
  sessionPlace(id: string): Promise<SessionOrigin | undefined>
  /** Everything, session by session: the ids after the given one, oldest first. */
  sessionIds(after: string, limit: number): Promise<string[]>
  /** All that a session holds. */
  idsOf(sessionId: string): Promise<{ readonly turns: string[]; readonly toolEvents: string[] }>
}

interface Origin {
  readonly sessionId: string
  readonly projectId: string | undefined
  readonly host: string
  readonly branch: string | undefined
  /** The session's folder, to which paths are made relative. */
  readonly cwd: string | undefined
}

export interface TurnSource extends Origin {
  readonly id: string
  readonly number: number
  readonly prompt: string | undefined
  readonly answer: string | undefined
  readonly startedAt: string
  readonly tools: readonly ToolUse[]
}

/** Both included. */
export interface TurnRange {
  readonly from: number
  readonly through: number
}

export interface CapturedTurn {
  readonly id: string
  readonly number: number
  readonly hostTurnId: string | undefined
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  readonly answer: string | undefined
  readonly outcome: TurnOutcome
  readonly endedAt: string | undefined
  /** In the order they came; made one by one, for their outputs may be large. */
  readonly actions: readonly Action[]
}

export interface ToolUse {
  readonly toolName: string
  readonly input: Json
}

export interface ToolEventSource extends Origin, ToolUse {
  readonly id: string
  /** Of the turn it belongs to. */
  readonly number: number | undefined
  readonly output: Json
  readonly occurredAt: string
}

export interface SessionSource extends Origin {
  readonly firstPrompt: string | undefined
  readonly startedAt: string
  readonly tools: readonly ToolUse[]
}

export interface SessionOrigin extends Origin {
  readonly transcriptPath: string | undefined
  readonly lastEventAt: string
  /** The number of its last turn; 0 before the first. */
  readonly lastTurn: number
}

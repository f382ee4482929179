/** Reads what was captured: sessions, their turns and tool events. */
import type { EventKind } from '../model/host-event.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { TurnOutcome } from './capture-store.ts'

export interface HistoryReader {
  sessions(filter: SessionFilter): Promise<SessionSummary[]>
  /** How many sessions a filter leaves, whatever its page. */
  countSessions(filter: Omit<SessionFilter, 'limit' | 'offset'>): Promise<number>
  /** Of all sessions, by name. */
  hosts(): Promise<string[]>
  session(id: string): Promise<SessionDetail | undefined>
  /** Our id of a session, given that or the host's. */
  sessionId(reference: string): Promise<string | undefined>
  /** Of the project's sessions that were active last, the latest first. */
  lastSessionIds(projectId: string, limit: number): Promise<string[]>
  /** One tool event with its input and output. */
  toolEvent(id: string): Promise<ToolEventDetail | undefined>
  /** Those that exist, oldest first. */
  events(ids: readonly string[]): Promise<EventSummary[]>
  totals(): Promise<Totals>
}

export interface SessionFilter {
  /** Only these, by our ids. */
  readonly ids?: readonly string[] | undefined
  readonly projectId?: string | undefined
  readonly host?: string | undefined
  readonly status?: 'active' | 'completed' | undefined
  readonly limit: number
  readonly offset: number
}

export interface SessionSummary {
  readonly id: string
  readonly host: string
  readonly hostSessionId: string
  readonly project: { readonly id: string; readonly name: string } | undefined
  readonly status: 'active' | 'completed'
  readonly startedAt: string
  readonly endedAt: string | undefined
  readonly endReason: string | undefined
  readonly lastEventAt: string
  readonly cwd: string | undefined
  readonly branch: string | undefined
  readonly turns: number
  readonly toolEvents: number
  readonly firstPrompt: string | undefined
}

export interface SessionDetail extends SessionSummary {
  readonly timeline: readonly TurnDetail[]
}

export interface TurnDetail {
  readonly id: string
  readonly number: number
  readonly prompt: string | undefined
  readonly origin: string
  readonly answer: string | undefined
  readonly outcome: TurnOutcome
  readonly startedAt: string
  readonly endedAt: string | undefined
  readonly toolEvents: readonly ToolEventSummary[]
}

export interface ToolEventSummary {
  readonly id: string
  readonly toolName: string
  readonly outcome: 'ok' | 'failed'
  readonly durationMs: number | undefined
  readonly agentName: string | undefined
  readonly occurredAt: string
}

export interface ToolEventDetail extends ToolEventSummary {
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly input: Json
  readonly output: Json
}

export interface EventSummary {
  readonly id: string
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly kind: EventKind
  readonly name: string
  readonly occurredAt: string
  readonly host: string
  readonly project: { readonly id: string; readonly name: string } | undefined
  /** The session's folder. */
  readonly cwd: string | undefined
  /** What was asked, of a prompt; what was answered, of a turn's end. */
  readonly said: string | undefined
  readonly tool:
    | {
        readonly toolName: string
        readonly input: Json
        readonly outcome: 'ok' | 'failed'
        readonly durationMs: number | undefined
      }
    | undefined
  readonly fields: JsonObject
}

export interface Totals {
  readonly projects: number
  readonly sessions: number
  readonly turns: number
  readonly events: number
  readonly toolEvents: number
}

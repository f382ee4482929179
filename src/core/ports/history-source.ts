/** What was captured, in the form the search index is made from. */
import type { Json } from '../json.ts'

export interface HistorySource {
  /** Those that exist, in no particular order. */
  turns(ids: readonly string[]): Promise<TurnSource[]>
  toolEvents(ids: readonly string[]): Promise<ToolEventSource[]>
  sessions(ids: readonly string[]): Promise<SessionSource[]>
  /** Everything, session by session: the ids after the given one, oldest first. */
  sessionIds(after: string, limit: number): Promise<string[]>
  /** The sessions of a project. */
  sessionIdsIn(projectId: string): Promise<string[]>
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

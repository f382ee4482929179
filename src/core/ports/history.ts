/** Reads what was captured: sessions, turns, tool events and events. */

import type { Digest } from '../../contract/digest.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import type { IdType, SessionOrder } from '../../contract/vocabulary.ts'
import type { BranchPoint } from '../model/branch.ts'
import type { Action, EventKind, PromptOrigin } from '../model/host-event.ts'
import type { Json, JsonObject } from '../model/json.ts'
import type { SessionRow, TurnOutcome } from './capture-store.ts'

/** Skips unknown ids. Results have no particular order unless stated. */
export interface History {
  sessions(filter: SessionFilter): Promise<SessionSummary[]>
  /** The last event of the host's latest session with an event from a hook. */
  lastHeard(host: string): Promise<string | undefined>
  /** Ignores limit and offset. */
  countSessions(filter: Omit<SessionFilter, 'limit' | 'offset'>): Promise<number>
  /** The hosts of all sessions, sorted. */
  hosts(): Promise<string[]>
  /** By our id or the host's; of several, the most recently active. */
  session(reference: string): Promise<SessionDetail | undefined>
  /** Our id of a session, given either id. */
  sessionId(reference: string): Promise<string | undefined>
  isSharedSession(name: string): Promise<boolean>
  /** Ids of all sessions after the given id, in order. */
  sessionIds(after: string, limit: number): Promise<string[]>
  /**
   * Sessions that a model has not read completely, oldest first. Skips sessions that continue, and
   * those in which too little was said.
   */
  unreadSessions(filter: UnreadFilter): Promise<UnreadSession[]>
  /** A session's project and progress. */
  sessionPlace(id: string): Promise<SessionPlace | undefined>
  /** The agent's last answers in a session, oldest first. */
  lastAnswers(sessionId: string, limit: number): Promise<string[]>
  /** The latest session from which a memory was learned. */
  sessionOfMemory(memoryId: string): Promise<string | undefined>
  /**
   * For each memory, what was checked out in the turns it was learned in: one item per source,
   * undefined without a branch. If an agent stored it, the source is the turn in which it did.
   */
  learnedAt(
    memoryIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly (BranchPoint | undefined)[]>>
  /** Memories learned from a session, newest first. */
  memoriesFrom(sessionId: string): Promise<string[]>
  /** Whether a tool brought text from outside the project into the session before this tool event. */
  hasReadForeign(sessionId: string, before?: string): Promise<boolean>
  totals(): Promise<Totals>

  turn(id: string): Promise<Pick<TurnSource, 'sessionId' | 'number' | 'startedAt'> | undefined>
  /** Turns of a session, in order, with their actions. */
  turnsOf(sessionId: string, numbers: TurnRange): Promise<CapturedTurn[]>
  /** The number of the last turn that started by this time; 0 before the first. */
  lastTurn(sessionId: string, until: string): Promise<number>
  /** What was said in a session, in order, without actions. */
  spokenTurns(sessionId: string, numbers?: TurnRange): Promise<SpokenTurn[]>
  /** What was said in these turns. */
  spoken(turnIds: readonly string[]): Promise<SpokenTurn[]>
  /** Documents to index. */
  turns(ids: readonly string[]): Promise<TurnSource[]>
  toolEvents(ids: readonly string[]): Promise<ToolEventSource[]>
  sessionSources(ids: readonly string[]): Promise<SessionSource[]>

  toolEvent(id: string): Promise<ToolEventDetail | undefined>
  /** The ids of all tool events of a session, in order. */
  toolEventIds(sessionId: string): Promise<string[]>
  /** Oldest first. */
  events(ids: readonly string[]): Promise<EventSummary[]>
  /** Events of one kind in the given event's session, up to and including it, oldest first. */
  eventsThrough(event: EventSummary, kind: EventKind): Promise<EventSummary[]>
  /** Ids that contain `part`, in lower case; at most `limit` across all types. */
  idsLike(
    part: string,
    types: readonly IdType[],
    limit: number,
  ): Promise<{ readonly type: IdType; readonly id: string }[]>
}

interface UnreadFilter {
  readonly projectId?: string | undefined
  /** Only sessions with an event since. */
  readonly since?: string | undefined
  /** An open session without an event since is over. */
  readonly quietSince: string
  /** The fewest characters the user must have typed in the unread turns. */
  readonly fewestCharacters: number
}

export interface UnreadSession {
  readonly id: string
  readonly project: string | undefined
  readonly startedAt: string
  /** The number of characters of the unread prompts and answers, about as many as a reader gets. */
  readonly characters: number
}

export interface SessionFilter {
  /** Our ids. */
  readonly ids?: readonly string[] | undefined
  readonly projectId?: string | undefined
  readonly host?: string | undefined
  readonly status?: SessionRow['status'] | undefined
  /** Only those with events between these times, judged by start and end. */
  readonly active?: { readonly from: string; readonly until: string } | undefined
  /** Only those that retention marked for deletion. */
  readonly leaving?: boolean | undefined
  /** In a prompt, ignoring the case of ASCII letters. */
  readonly text?: string | undefined
  /** Default: latest. */
  readonly order?: SessionOrder | undefined
  readonly limit: number
  readonly offset: number
}

type ProjectName = { readonly id: string; readonly name: string }

export type SessionSummary = OutputOf<'listSessions'>['sessions'][number]

export interface SessionDetail extends SessionSummary {
  readonly timeline: readonly TurnDetail[]
}

export interface TurnDetail {
  readonly id: string
  readonly number: number
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  readonly answer: string | undefined
  readonly outcome: TurnOutcome
  readonly startedAt: string
  readonly endedAt: string | undefined
  readonly toolEvents: readonly ToolEventSummary[]
}

export interface CapturedTurn extends Omit<TurnDetail, 'startedAt' | 'toolEvents'> {
  readonly hostTurnId: string | undefined
  readonly actions: readonly Action[]
}

export type SpokenTurn = Pick<CapturedTurn, 'id' | 'prompt' | 'origin' | 'answer'>

export type ToolEventSummary = OutputOf<'getSession'>['timeline'][number]['toolEvents'][number]

export interface ToolEventDetail extends ToolEventSummary, Omit<ToolUse, 'toolName'> {
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly output: Json
  /** Whether the output came from outside the project. */
  readonly isForeign: boolean
}

export interface ToolUse {
  readonly toolName: string
  readonly input: Json
}

export interface EventSummary {
  readonly id: string
  readonly sessionId: string
  readonly turnId: string | undefined
  readonly kind: EventKind
  readonly name: string
  readonly occurredAt: string
  readonly host: string
  readonly project: ProjectName | undefined
  readonly cwd: string | undefined
  /** The prompt, or the answer at the end of a turn. */
  readonly said: string | undefined
  readonly tool: (ToolUse & Pick<ToolEventSummary, 'outcome' | 'durationMs'>) | undefined
  readonly fields: JsonObject
}

interface Origin {
  readonly sessionId: string
  readonly projectId: string | undefined
  readonly host: string
  readonly branch: string | undefined
  /** The session's folder; paths are relative to it. */
  readonly cwd: string | undefined
  /** Set if the whole session was read from a repository's files. */
  readonly trust?: 'repository' | undefined
}

export interface SessionPlace extends Origin {
  readonly hostSessionId: string
  readonly transcriptPath: string | undefined
  readonly lastEventAt: string
  readonly status: SessionRow['status']
  /** The number of its last turn; 0 before the first. */
  readonly lastTurn: number
}

export interface SessionSource extends Origin {
  readonly firstPrompt: string | undefined
  readonly startedAt: string
  readonly tools: readonly ToolUse[]
}

export interface TurnSource extends Origin {
  readonly id: string
  readonly number: number
  readonly prompt: string | undefined
  readonly answer: string | undefined
  readonly startedAt: string
  readonly tools: readonly ToolUse[]
}

export interface ToolEventSource extends Origin, ToolUse {
  readonly id: string
  /** The number of its turn. */
  readonly number: number | undefined
  readonly output: Json
  readonly occurredAt: string
}

/** Both inclusive. */
interface TurnRange {
  readonly from: number
  readonly through: number
}

export type Totals = OutputOf<'getStatus'>['totals']

/** Digests are derived: missing or outdated ones are made again. */
export interface DigestStore {
  /** Replaces an earlier digest. Does nothing if the session or a turn of it is gone. */
  put(digest: KeptDigest): Promise<void>
  find(type: Digest['type'], id: string): Promise<Digest | undefined>
  ofSession(sessionId: string): Promise<SessionDigests>
  /** The digest of the project's most recent session on this branch, or without one. */
  lastOf(which: {
    readonly projectId: string
    readonly branch: string | undefined
    readonly except?: string | undefined
    /** Excludes later sessions: a clock that was ahead dated them. */
    readonly before: string
  }): Promise<LastDigest | undefined>
  /** A session, and its digest if it has one. */
  sessionWithDigest(id: string): Promise<SessionWithDigest | undefined>
  /** Ids of the project's sessions with a digest, most recently active first. */
  lastDigested(projectId: string, limit: number): Promise<string[]>
  /** Removes digests that can be made again: those without a model's summary. */
  clear(): Promise<void>
}

export interface SessionWithDigest {
  readonly id: string
  readonly projectId: string | undefined
  readonly status: 'active' | 'completed'
  readonly host: string
  readonly branch: string | undefined
  readonly cwd: string | undefined
  readonly startedAt: string
  readonly lastEventAt: string
  readonly turns: number
  readonly digest: Digest | undefined
}

export interface KeptDigest {
  /** The id of the turn or session. */
  readonly id: string
  readonly sessionId: string
  readonly digest: Digest
  /** Ids of the turns it was made from. */
  readonly turnIds: readonly string[]
}

interface SessionDigests {
  readonly session: Digest | undefined
  /** By turn id. */
  readonly turns: ReadonlyMap<string, Digest>
}

export interface LastDigest {
  readonly sessionId: string
  readonly lastEventAt: string
  readonly digest: Digest
}

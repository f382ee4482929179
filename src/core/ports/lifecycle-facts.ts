/** What lifecycle events are told from: the redacted rows of capture and memory. */
import type { JsonObject } from '../model/json.ts'

export interface LifecycleFacts {
  session(id: string): Promise<LifecycleSession | undefined>
  project(id: string): Promise<LifecycleProject | undefined>
  turn(id: string): Promise<{ readonly sessionId: string; readonly number: number } | undefined>
  /** The number of the last turn that had begun; 0 before the first. */
  lastTurn(sessionId: string, until: string): Promise<number>
  event(id: string): Promise<CapturedEvent | undefined>
  /** Events of a session up to the given one, that included, oldest first. */
  eventsThrough(event: CapturedEvent, kind: CapturedEvent['kind']): Promise<CapturedEvent[]>
  /** The session in which a memory was learned, the latest of several. */
  sessionOfMemory(memoryId: string): Promise<string | undefined>
  /** Memories learned from a session, the newest first. */
  memoriesFrom(sessionId: string): Promise<string[]>
}

export interface LifecycleSession {
  readonly id: string
  readonly host: string
  readonly hostSessionId: string
  readonly projectId: string | undefined
  readonly cwd: string | undefined
}

export interface LifecycleProject {
  readonly id: string
  readonly name: string
  readonly identity: string
  readonly aliases: readonly string[]
  readonly root: string | undefined
}

export interface CapturedEvent {
  readonly id: string
  readonly sessionId: string
  readonly kind: string
  readonly occurredAt: string
  readonly fields: JsonObject
}

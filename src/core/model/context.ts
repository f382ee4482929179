/** What a host is handed so that the next turn knows what earlier ones learned. */
import type { MemoryKind } from '../../contract/memory.ts'

/** The moments at which a host takes context. */
export type ContextEvent = 'session-start' | 'prompt' | 'subagent-start'

/** A session as its host names it: it may not have been taken in yet. */
export interface HostSession {
  readonly host: string
  readonly hostSessionId: string
}

/** Everything that decides what is given; the same request on the same state gives the same bytes. */
export interface ContextRequest {
  /** The first is the one to record; a prompt may bring the context of a start that was lost. */
  readonly events: readonly [ContextEvent, ...ContextEvent[]]
  /** How the session began: startup, resume, clear or compact. */
  readonly source: string | undefined
  /** None for a preview that is nobody's session. */
  readonly session: HostSession | undefined
  readonly projectId: string | undefined
  readonly branch: string | undefined
  /** Changed in git or touched last, newest first. */
  readonly files: readonly string[]
  readonly prompt: string | undefined
  /** The name of the subagent that starts. */
  readonly agent: string | undefined
  /** What the host takes at most. */
  readonly mostCharacters: number
}

export type ContextSection =
  | 'rules'
  | 'pinned'
  | 'last-session'
  | 'agent'
  | 'session'
  | 'project'
  | 'global'
  | 'recalled'

/** One line of the block: a memory, or a line of a digest. */
export interface ContextLine {
  readonly section: ContextSection
  /** Of the memory, or of the session whose digest it is. */
  readonly id: string
  readonly kind: MemoryKind | 'digest'
  /** When it was last known to hold. */
  readonly at: string
  readonly text: string
  /** Why it is in. */
  readonly reason: string
  readonly tokens: number
}

export interface LeftOut {
  readonly id: string
  readonly text: string
  /** Why it is not in. */
  readonly reason: string
}

export interface ContextPlan {
  /** The rendered block, wrapped; empty when there is nothing to say. */
  readonly text: string
  readonly tokens: number
  readonly lines: readonly ContextLine[]
  readonly left: readonly LeftOut[]
  readonly most: BlockBounds
}

export interface BlockBounds {
  readonly tokens: number
  /** Also holds for characters, of which a text has no more than bytes. */
  readonly bytes: number
}

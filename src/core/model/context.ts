/** The context a host gets, so the next turn knows what earlier ones learned. */
import type { MemoryKind, TrustLevel } from '../../contract/vocabulary.ts'
import type { CallerNames } from './caller-names.ts'
import type { HostEvent } from './host-event.ts'

/** The moments that a request for context names. */
export type ContextEvent = 'session-start' | 'prompt' | 'subagent-start'

/** All moments at which a host gets context. */
export type ContextMoment = ContextEvent | 'failure' | 'file' | 'tool'

/** A session by the host's id. It may not have been ingested yet. */
export interface HostSession {
  readonly host: string
  readonly hostSessionId: string
}

export function hostSessionOf({ host, sessionId }: HostEvent): HostSession {
  return { host, hostSessionId: sessionId }
}

/** The ids of the memories that a session which is held back for proof may get all the same. */
export type HeldBack = ReadonlySet<string>

/** Everything that decides the context: the same request on the same state gives the same bytes. */
export interface ContextRequest {
  /** The first is the one to record; a prompt may bring the context of a start that was lost. */
  readonly events: readonly [ContextEvent, ...ContextEvent[]]
  /** How the session began: startup, resume, clear or compact. */
  readonly source: string | undefined
  /** Undefined for a preview without a session. */
  readonly session: HostSession | undefined
  readonly projectId: string | undefined
  readonly branch: string | undefined
  /** Changed in git: uncommitted, then of the last commits. */
  readonly files: readonly string[]
  readonly prompt: string | undefined
  /** The name of the subagent that starts. */
  readonly agent: string | undefined
  readonly caller: CallerNames
  /** What is to be known before everything else; rendered as it is. */
  readonly notice: string | undefined
  readonly quoted?: readonly string[]
  /** Undefined unless the session is held back. */
  readonly heldBack?: HeldBack | undefined
  readonly mostCharacters: number
  /** The project's folder, and what the host reads there: as `HostCapabilities.instructionFiles`. */
  readonly root?: string | undefined
  readonly instructionFiles?: readonly (readonly string[])[] | undefined
}

export type ContextSection =
  | 'recap'
  | 'rules'
  | 'pinned'
  | 'last-session'
  | 'agent'
  | 'session'
  | 'project'
  | 'global'
  | 'recalled'
  | 'failure'
  | 'file'
  | 'tool'

/** One statement of the block: a memory or a line of a digest. */
export interface ContextLine {
  readonly section: ContextSection
  /** The id of the memory, or of the session that the digest is about. */
  readonly id: string
  readonly kind: MemoryKind | 'digest'
  readonly turn?: number
  /** Whose word it is. */
  readonly trust: TrustLevel
  readonly author?: string
  /** When it was said. */
  readonly at: string
  readonly text: string
  readonly reason: string
  /** The id of the memory on whose line it is, because both are about one subject. */
  readonly beside?: string
  readonly tokens: number
  readonly pinned?: true
}

export interface LeftOut {
  readonly id: string
  readonly text: string
  readonly reason: string
}

export interface ContextPlan {
  /** The rendered, wrapped block; empty if there is nothing to say. */
  readonly text: string
  readonly tokens: number
  readonly lines: readonly ContextLine[]
  readonly left: readonly LeftOut[]
  readonly most: BlockBounds
}

export interface BlockBounds {
  readonly tokens: number
  /** Bounds characters too, since a text has no more characters than bytes. */
  readonly bytes: number
}

/** Stores digests. They are derived: missing or outdated ones are made again. */
import type { Digest } from '../../contract/digest.ts'

export interface DigestStore {
  /** Replaces an earlier digest. Does nothing if the session or a turn it was made from is gone. */
  put(digest: KeptDigest): Promise<void>
  find(type: Digest['type'], id: string): Promise<Digest | undefined>
  ofSession(sessionId: string): Promise<SessionDigests>
  /** Of the project's most recently active session on this branch, or without one. */
  lastOf(which: {
    readonly projectId: string
    readonly branch: string | undefined
    readonly except?: string | undefined
    /** Sessions active later are left out: a clock that was ahead dated them. */
    readonly before: string
  }): Promise<LastDigest | undefined>
  /** A session, and its digest if it has one. */
  sessionWithDigest(id: string): Promise<SessionWithDigest | undefined>
  /** Ids of the project's sessions that have a digest, most recently active first. */
  lastDigested(projectId: string, limit: number): Promise<string[]>
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
  /** Of the turn or session. */
  readonly id: string
  readonly sessionId: string
  readonly digest: Digest
  /** Ids of the turns it was made from. */
  readonly turnIds: readonly string[]
}

interface SessionDigests {
  readonly session: Digest | undefined
  /** By the id of the turn. */
  readonly turns: ReadonlyMap<string, Digest>
}

export interface LastDigest {
  readonly sessionId: string
  readonly lastEventAt: string
  readonly digest: Digest
}

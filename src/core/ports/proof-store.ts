/** The sessions of the proof. They are this machine's: no bundle or sync holds them. */
import type { HostSession } from '../model/context.ts'

export interface ProofStore {
  /** Random; made when it is first asked for, and the same from then on. */
  secret(): Promise<string>
  find(session: HostSession): Promise<ProofSession | undefined>
  /** A session that takes part already stays as it is. */
  add(session: HostSession, entry: Omit<ProofSession, 'releasedAt'>): Promise<void>
  /** Ends the hold-back. @returns false if the session is not held back */
  release(session: HostSession, at: string): Promise<boolean>
  /** Our ids of the sessions that take part, in the order in which they began to. */
  sessionIds(projectId: string | undefined): Promise<string[]>
  /** What came of one. */
  result(sessionId: string): Promise<ProofResult | undefined>
  /** The prompts with which the user objected, in order; the first prompt of a session cannot. */
  objections(sessionId: string): Promise<Objection[]>
}

export interface ProofResult extends HostSession {
  readonly sessionId: string
  readonly projectId: string | undefined
  readonly isHeldBack: boolean
  readonly at: string
  readonly isOver: boolean
  /** Typed by the user. */
  readonly prompts: number
  /** Commands that failed as in an earlier session of the project. */
  readonly repeatedFailures: number
  /** An estimate: all that was said, done and given, each once. */
  readonly tokens: number
}

export interface Objection {
  /** Of the turn. */
  readonly number: number
  readonly startedAt: string
  readonly prompt: string
}

interface ProofSession {
  readonly isHeldBack: boolean
  /** When it began to take part. */
  readonly at: string
  readonly releasedAt: string | undefined
}

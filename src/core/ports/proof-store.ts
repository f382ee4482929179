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
}

interface ProofSession {
  readonly isHeldBack: boolean
  /** When it began to take part. */
  readonly at: string
  readonly releasedAt: string | undefined
}

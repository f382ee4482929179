/** Asks: lines that invite an agent to store what it just learned. They hold no text of the session. */
import type { AskMoment } from '../../contract/vocabulary.ts'
import type { HostSession } from '../model/context.ts'

export interface AskStore {
  /**
   * Counts a prompt of the session. The same cause within seconds counts once: hooks installed twice
   * report each prompt twice.
   * @returns its number, from 1
   */
  countPrompt(session: HostSession, cause: string, at: string): Promise<number>
  /** How many prompts were counted. */
  promptCount(session: HostSession): Promise<number>
  /** @returns false, without writing, if the session was asked about this subject before */
  record(ask: NewAsk): Promise<boolean>
  /** The session's asks, oldest first. */
  list(session: HostSession): Promise<RecordedAsk[]>
  /** Marks the asks made by then that have no answer yet. @returns how many */
  markAnswered(session: HostSession, at: string): Promise<number>
  /** Keeps an ask that the host cannot take now. Replaces one that waits already. */
  keepWaiting(session: HostSession, ask: WaitingAsk, at: string): Promise<void>
  /** Takes the ask that waits; it does not wait any longer. */
  takeWaiting(session: HostSession): Promise<WaitingAsk | undefined>
}

export interface WaitingAsk {
  readonly moment: AskMoment
  /** A hash of what it is about. */
  readonly subject: string
}

export interface NewAsk extends WaitingAsk {
  readonly id: string
  readonly session: HostSession
  /** The number of the prompt it came with or after; 0 before the first. */
  readonly prompt: number
  readonly at: string
}

export interface RecordedAsk extends NewAsk {
  /** When the agent next stored, updated or removed a memory. */
  readonly answeredAt: string | undefined
}

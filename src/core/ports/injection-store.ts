/** What sessions were shown, and whether they used it. */

import type { AskMoment } from '../../contract/vocabulary.ts'
import type { ContextLine, ContextMoment, HostSession } from '../model/context.ts'

export interface InjectionStore {
  /**
   * The memories and sessions shown to this session since its last compaction, and at which events.
   * Excludes those shown to its subagents.
   */
  shownTo(session: HostSession): Promise<Shown>
  /**
   * Written before the host gets it, so that a crash shows nothing twice.
   * @param isLate called after all waiting
   * @returns false, without writing, if it is too late or the same cause was answered seconds ago
   * (hooks installed twice ask twice)
   * @throws without writing, if one of the memories was forgotten meanwhile
   */
  record(injection: NewInjection, isLate?: () => boolean): Promise<boolean>
  /** @param projectId counts only this project's sessions */
  shownCounts(
    memoryIds: readonly string[],
    projectId?: string,
  ): Promise<ReadonlyMap<string, ShownCounts>>
  /** Memories shown to the session by then and not used. */
  unused(session: HostSession, until: string): Promise<InjectedMemory[]>
  /** Counts the first use of each memory in this session. @returns the ids counted */
  markUsed(session: HostSession, uses: readonly MemoryUse[], at: string): Promise<string[]>
  stats(filter: InjectionFilter): Promise<InjectionStats>
  /** Lines given per kind of moment, host and week, latest week first. */
  moments(filter: InjectionFilter): Promise<MomentCounts[]>
  ofSession(session: HostSession): Promise<Injection[]>
  /** When this memory was given, oldest first; at most the last `most` times. */
  showingsOf(memoryId: string, most: number): Promise<Showing[]>
}

export interface Showing {
  readonly at: string
  readonly moment: ContextMoment
  readonly use: string | undefined
  readonly sessionId: string | undefined
}

export interface Shown {
  readonly memoryIds: ReadonlySet<string>
  /** Sessions whose summary or pointer it was shown. */
  readonly sessionIds: ReadonlySet<string>
  readonly events: ReadonlySet<ContextMoment>
  readonly isCompacted: boolean
  /** When it last got its own recap. */
  readonly recapAt: string | undefined
  /** Subjects already given, not to be given again. */
  readonly subjects: ReadonlySet<string>
}

export interface NewInjection {
  readonly id: string
  readonly session: HostSession
  readonly projectId: string | undefined
  readonly event: ContextMoment
  readonly source: string | undefined
  readonly at: string
  readonly cause?: string
  /** A hash of the subject, if a session gets it only once. */
  readonly subject?: string
  readonly tokens: number
  readonly characters: number
  readonly lines: readonly ContextLine[]
}

export interface Injection extends Omit<NewInjection, 'lines' | 'cause' | 'subject'> {
  /** The id is empty if the memory was forgotten. */
  readonly lines: readonly (Pick<ContextLine, 'section' | 'id' | 'reason' | 'tokens'> & {
    readonly use: UseKind | undefined
  })[]
}

export interface ShownCounts {
  readonly shown: number
  readonly used: number
}

interface InjectedMemory {
  readonly memoryId: string
  readonly at: string
}

/**
 * Cited by its id; fetched with a tool; its words appear in the answer, files or commands; or the
 * session did what it says.
 */
export type UseKind = 'cited' | 'fetched' | 'echoed' | 'followed'

export interface MemoryUse {
  readonly memoryId: string
  readonly use: UseKind
}

interface InjectionFilter {
  readonly projectId?: string | undefined
  readonly since?: string | undefined
}

export interface InjectionStats {
  readonly injections: number
  readonly sessions: number
  readonly tokens: number
  readonly shown: number
  readonly used: number
  /** Shown to most sessions and never used. */
  readonly neverUsed: readonly { readonly memoryId: string; readonly shown: number }[]
}

interface MomentCounts {
  readonly host: string
  /** The Monday at the start of the week. */
  readonly week: string
  readonly moment: ContextMoment | 'compaction'
  /** Lines, not blocks. */
  readonly given: number
  readonly used: number
}

/** Lines that invite an agent to store what it just learned. They quote nothing from the session. */
export interface AskStore {
  /**
   * Counts a prompt of the session. Counts the same cause within seconds once, because hooks
   * installed twice report each prompt twice.
   * @returns its number, from 1
   */
  countPrompt(session: HostSession, cause: string, at: string): Promise<number>
  promptCount(session: HostSession): Promise<number>
  /** @returns false, without writing, if the session already got an ask about this subject */
  record(ask: NewAsk): Promise<boolean>
  /** The session's asks, oldest first. */
  list(session: HostSession): Promise<RecordedAsk[]>
  /** Marks earlier asks without an answer. @returns the number marked */
  markAnswered(session: HostSession, at: string): Promise<number>
  /** Keeps an ask that the host cannot take now. Replaces one already waiting. */
  keepWaiting(session: HostSession, ask: WaitingAsk, at: string): Promise<void>
  /** Removes and returns the waiting ask. */
  takeWaiting(session: HostSession): Promise<WaitingAsk | undefined>
}

export interface WaitingAsk {
  readonly moment: AskMoment
  /** A hash of the subject. */
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

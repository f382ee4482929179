/** What was handed to sessions, and whether it was of use. */
import type { ContextEvent, ContextLine, HostSession } from '../model/context.ts'

export interface InjectionStore {
  /**
   * Ids of all that this session was shown, and the events at which it was; since it was compacted
   * last, for what was shown before that is out of its sight. What its subagents were shown is theirs.
   */
  shownTo(session: HostSession): Promise<Shown>
  /**
   * Written before the host gets it, so that nothing is shown twice even after a crash.
   * @param isLate asked once nothing is left to wait for
   * @returns false when it was too late, or its cause was answered seconds ago: hooks installed twice
   * ask twice. Then nothing is written
   * @throws when one of the memories was forgotten meanwhile; nothing is written then either
   */
  record(injection: NewInjection, isLate?: () => boolean): Promise<boolean>
  /** How often these were shown to a session, and to how many of those they were of use. */
  standings(memoryIds: readonly string[]): Promise<ReadonlyMap<string, ShownStanding>>
  /** What a session was shown until then and has not been found to use. */
  unused(session: HostSession, until: string): Promise<InjectedMemory[]>
  /** Counts one use of each memory it had not marked before for this session. @returns their ids */
  markUsed(session: HostSession, uses: readonly MemoryUse[], at: string): Promise<string[]>
  /** Of one project, or of all, since then. */
  stats(filter: InjectionFilter): Promise<InjectionStats>
  ofSession(session: HostSession): Promise<Injection[]>
}

export interface Shown {
  readonly memoryIds: ReadonlySet<string>
  readonly events: ReadonlySet<ContextEvent>
}

export interface NewInjection {
  readonly id: string
  readonly session: HostSession
  readonly projectId: string | undefined
  readonly event: ContextEvent
  readonly source: string | undefined
  readonly at: string
  /** Tells the happening it answers from all others. */
  readonly cause?: string
  readonly tokens: number
  readonly characters: number
  readonly lines: readonly ContextLine[]
}

export interface Injection extends Omit<NewInjection, 'lines' | 'cause'> {
  /** The id is empty once the memory was forgotten. */
  readonly lines: readonly (Pick<ContextLine, 'section' | 'id' | 'reason' | 'tokens'> & {
    readonly use: UseKind | undefined
  })[]
}

export interface ShownStanding {
  readonly shown: number
  readonly used: number
}

export interface InjectedMemory {
  readonly memoryId: string
  readonly at: string
}

/** Named by its id; fetched with a tool; its words came back in the answer, files or commands. */
export type UseKind = 'cited' | 'fetched' | 'echoed'

export interface MemoryUse {
  readonly memoryId: string
  readonly use: UseKind
}

export interface InjectionFilter {
  readonly projectId?: string | undefined
  readonly since?: string | undefined
}

export interface InjectionStats {
  readonly injections: number
  readonly sessions: number
  readonly tokens: number
  readonly shown: number
  readonly used: number
  /** Shown to most sessions without ever being used. */
  readonly neverUsed: readonly { readonly memoryId: string; readonly shown: number }[]
}

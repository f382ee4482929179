/** What pages are compiled from: plain data, and nothing that depends on when it is read. */
import type { Memory, MemoryLink } from '../../model/memory.ts'
import type { ConceptIndex } from '../concepts/concept-index.ts'

export interface WikiInput {
  /** The project's name, or `Global`. */
  readonly name: string
  /** In a repository, pages have no dates of change, days or sessions. */
  readonly place: 'local' | 'repository'
  /** The valid memories of this wiki, without candidates. */
  readonly memories: readonly Memory[]
  /** Decisions of this wiki that others replaced. */
  readonly replaced: readonly Memory[]
  /** Between these memories; others are ignored. */
  readonly links: readonly MemoryLink[]
  readonly sessions: readonly DaySession[]
  /** The day of a time in the wiki's time zone: `2026-10-03`. */
  readonly dayOf: (time: string) => string
  /** The memories by id, if someone keeps them up to date. */
  readonly byId?: ReadonlyMap<string, Memory>
  /** Terms of exactly these memories, if someone keeps them up to date; otherwise they are read. */
  readonly index?: ConceptIndex
}

export interface DaySession {
  readonly id: string
  readonly host: string
  readonly startedAt: string
  /** What was asked for. */
  readonly title: string
  /** Its results, one line each. */
  readonly results: readonly string[]
}

/** What a wiki is compiled from, and the plan: which pages it has and what is on each. */
import type { Memory, MemoryLink } from '../../model/memory.ts'
import type { ConceptIndex } from '../concepts/concept-index.ts'
import type { Page, PagePath, PageType } from '../model.ts'

export interface WikiPlan {
  readonly pages: ReadonlyMap<PagePath, PlannedPage>
  /** By memory, the page with its statement. */
  readonly homes: ReadonlyMap<string, PagePath>
}

/** Memories are named by id. */
export interface PlannedPage {
  readonly path: PagePath
  readonly type: PageType
  readonly title: string
  readonly aliases: readonly string[]
  readonly statements: readonly string[]
  /** Decisions listed on their concept's page, and those that a decision replaced. */
  readonly decisions: readonly string[]
  readonly mentions: readonly string[]
  readonly links: readonly PagePath[]
  /** Of a concept; its links are to these. */
  readonly related?: Page['related']
}

const none: readonly never[] = []
const empty = { aliases: none, statements: none, decisions: none, mentions: none, links: none }

export function planPage(
  page: Pick<PlannedPage, 'path' | 'type' | 'title'> & Partial<PlannedPage>,
): PlannedPage {
  return { ...empty, ...page }
}

/** Plain data; nothing depends on when it is read. */
export interface WikiInput {
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
  /** The memories by id, if the caller keeps such a map. */
  readonly byId?: ReadonlyMap<string, Memory>
  /** Terms of exactly these memories, if the caller keeps them up to date; otherwise they are read. */
  readonly index?: ConceptIndex
}

export interface DaySession {
  readonly id: string
  readonly host: string
  readonly startedAt: string
  /** What was asked for. */
  readonly title: string
  readonly results: readonly string[]
  readonly learned: readonly LearnedMemory[]
}

interface LearnedMemory {
  readonly id: string
  /** What the user asked for in the turn in which it was learned. */
  readonly asked?: string
}

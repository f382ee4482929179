/** Which pages a wiki has and what stands on each, before any of them is written. */
import type { PagePath, PageType } from '../model.ts'

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
  /** Memories whose home it is. */
  readonly statements: readonly string[]
  /** Decisions listed on a concept's page, and those that a decision replaced. */
  readonly decisions: readonly string[]
  /** Other memories that it links to. */
  readonly mentions: readonly string[]
  /** Pages that it links to. */
  readonly links: readonly PagePath[]
}

const none: readonly never[] = []
const empty = { aliases: none, statements: none, decisions: none, mentions: none, links: none }

export function planPage(
  page: Pick<PlannedPage, 'path' | 'type' | 'title'> & Partial<PlannedPage>,
): PlannedPage {
  return { ...empty, ...page }
}

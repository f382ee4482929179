/** What people did to the pages of a wiki, in terms of memories. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import type { PagePath } from '../model.ts'

export type WikiEdit = StatementRevision | StatementRemoval | StatementAddition

export interface StatementRevision {
  readonly type: 'revise'
  readonly anchor: string
  readonly page: PagePath
  readonly text?: string | undefined
  readonly kind?: MemoryKind | undefined
  /** The name of the concept it was moved to. */
  readonly topic?: string | undefined
}

export interface StatementRemoval {
  readonly type: 'forget'
  readonly anchor: string
  readonly page: PagePath
}

export interface StatementAddition {
  readonly type: 'create'
  readonly page: PagePath
  /** Of its first line; 0 for a whole page. */
  readonly line: number
  readonly heading: string
  readonly text: string
  readonly kind: MemoryKind | undefined
  /** The name of the concept on whose page it was put. */
  readonly topic?: string | undefined
  /** The anchor on the page, of a memory that is not in this wiki, or not any more. */
  readonly anchor?: string | undefined
  /** No build is known, so it may be what an old one wrote. */
  readonly mayBeOld?: boolean
}

export interface WikiDecision {
  readonly edits: readonly WikiEdit[]
  /** By anchor, the page's text if both sides changed: both stay until a person chooses. */
  readonly conflicts: ReadonlyMap<string, string>
  /** Anchors of removed blocks that are on a page again. */
  readonly returned: ReadonlySet<string>
}

export type WikiChange = OutputOf<'saveWikiPage'>['changes'][number]

/** What each wiki was like after its last build: by this, edits are told from what a build wrote. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { Cursor } from './change-feed.ts'

export interface WikiStates {
  /** A damaged file is moved aside and then missing. */
  read(wiki: string): Promise<StoredWiki>
  /**
   * After all pages were written; forgets what was announced. Pages that are the same objects as in
   * the state that was read or written last are not written again.
   * @param options.afresh leaves no trace of earlier states
   */
  write(wiki: string, state: WikiState, options?: { readonly afresh?: boolean }): Promise<void>
  /** What the pages are about to be, so that after a kill nobody's edit is seen in a half-done build. */
  announce(wiki: string, pages: AnnouncedPages): Promise<void>
  remove(wiki: string): Promise<void>
  /** Damaged files that were moved aside, oldest first. */
  movedAside(): Promise<string[]>
}

export interface StoredWiki {
  readonly state: WikiState | undefined
  readonly announced: AnnouncedPages | undefined
  /** Where the damaged file is now. */
  readonly movedAside?: string
}

export interface WikiState {
  /** The name of its folder. */
  readonly folder: string
  /** How far the change feed was read. */
  readonly cursor: Cursor
  readonly builtAt: string
  /** By path. */
  readonly pages: Readonly<Record<string, WrittenPage>>
  /**
   * Memories whose blocks were removed from the pages, more than are forgotten without asking: by
   * anchor, the hash of the content.
   */
  readonly held: Readonly<Record<string, string>>
}

/** By path. */
export type AnnouncedPages = Readonly<Record<string, AnnouncedPage>>

export interface AnnouncedPage {
  /** As the build found it, with the edits that have become memories; null if there was no page. */
  readonly from: WrittenPage | null
  /** Null for a page that is removed. */
  readonly next: WrittenPage | null
}

/** A page as a build wrote it, without its words. */
export interface WrittenPage {
  readonly hash: string
  readonly fingerprint: string
  /** Hash of what it was rendered from. */
  readonly compiled: string
  /** Short hashes of the lines that only the compiler writes. */
  readonly generated: readonly string[]
  /** By anchor. */
  readonly blocks: Readonly<Record<string, WrittenBlock>>
  /** Anchors with an open conflict. */
  readonly conflicts: readonly string[]
  /** It has list items that could not become memories. */
  readonly hasRefused: boolean
  /** A person wrote something beside the statements; unknown in states of earlier versions. */
  readonly hasOwn?: boolean | undefined
}

export interface WrittenBlock {
  /** Hash of the text on the page. */
  readonly text: string
  /** The memory's own hash of its content. */
  readonly content: string
  readonly kind: MemoryKind
  /** The memory's. */
  readonly version: number
  /** A build that was cut short may not have written it yet, or removed it: nobody misses it. */
  readonly isDoubtful?: boolean | undefined
}

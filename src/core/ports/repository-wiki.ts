/** What wikis that are kept in repositories need besides their pages. All of it is in the home. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { Cursor } from './change-feed.ts'
import type { WikiFolder } from './wiki-folder.ts'

/** Which projects keep their wiki in a repository: only those whose user chose it on this machine. */
export interface RepositoryWikiChoices {
  /** The tops of the work trees, by project id. */
  list(): Promise<Readonly<Record<string, string>>>
  /** @param root undefined for a wiki in the home again */
  choose(projectId: string, root: string | undefined): Promise<void>
}

/** The folder `.throughline/wiki` of a repository. Anyone who can commit can write to it. */
export interface RepositoryWikiFolder extends WikiFolder {
  /**
   * Why it must be left alone, as the end of a sentence about it: it or the folder above is a link or
   * no folder. Undefined if it may be used.
   */
  fault(): Promise<string | undefined>
  /** Paths named like pages that are no regular files. */
  odd(): Promise<string[]>
  /** Whether a `.gitignore` of ours keeps it out of commits. */
  isIgnored(): Promise<boolean>
}

export interface RepositoryWikiStates {
  /** A damaged file is moved aside and then missing. */
  read(wiki: string): Promise<RepositoryWikiState | undefined>
  write(wiki: string, state: RepositoryWikiState): Promise<void>
  remove(wiki: string): Promise<void>
}

/** What the last build left, by which a teammate's words are told from those it wrote. */
export interface RepositoryWikiState {
  /** The folder it is about. */
  readonly location: string
  readonly cursor: Cursor
  readonly builtAt: string
  readonly pages: number
  /** By anchor. */
  readonly statements: Readonly<Record<string, BuiltStatement>>
  /** Memories whose block somebody removed: by anchor, the hash of the content. */
  readonly held: Readonly<Record<string, string>>
  readonly problems: readonly { readonly path: string; readonly what: string }[]
}

export interface BuiltStatement {
  readonly page: string
  /** Hash of the text on the page. */
  readonly text: string
  /** The memory's own hash of its content; empty if no memory of ours stands behind it. */
  readonly content: string
  readonly kind: MemoryKind
}

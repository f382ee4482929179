/** The folders of wikis, and what is stored in the home about them. */
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { Cursor } from './change-feed.ts'

/**
 * The folder of one wiki. Paths are relative to it, with forward slashes. Nothing outside of it is
 * read or written, not even through a symbolic link in it.
 */
export interface WikiFolder {
  /** Where it is, for people. */
  readonly location: string
  /** Every page, in the order of paths; none if there is no folder. Hidden files and links are left out. */
  list(): Promise<PageFile[]>
  /** @throws ThroughlineError `invalid-input` for a path that leads out, as does every function below */
  read(path: string): Promise<PageContent>
  /**
   * Replaces or creates a page: an interruption leaves the old one whole. It is durable once `settle`
   * resolves.
   * @param known the text it has now, undefined if there is no page
   * @returns the new fingerprint; undefined if the page differs from what is known, and then stays as it is
   */
  write(path: string, text: string, known: string | undefined): Promise<string | undefined>
  /** @returns false if the page is not what is known, and then stays */
  remove(path: string, known: string): Promise<boolean>
  /** Adds whole lines at the end, of which a reader sees all or none. */
  append(path: string, lines: string): Promise<void>
  /** Also the wiki's own folder, if nothing is left in it. */
  removeEmptyFolders(): Promise<void>
  /** Resolves once all pages written before survive a power cut. */
  settle(): Promise<void>
}

export interface PageFile {
  readonly path: string
  readonly bytes: number
  /** Changes when the file does. */
  readonly fingerprint: string
}

export type PageContent =
  | { readonly kind: 'text'; readonly text: string; readonly fingerprint: string }
  | { readonly kind: 'missing' }
  /** More than a megabyte, or a link, folder, pipe or device. */
  | { readonly kind: 'unreadable'; readonly why: 'too-large' | 'not-regular' }

/** The state of each wiki after its last build, which distinguishes a person's edits from the build's text. */
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
  /** An interrupted build may not have written it yet, or removed it: its absence is no edit. */
  readonly isDoubtful?: boolean | undefined
}

/** Introductions that a model wrote for pages, beside the state of their wiki. */
export interface WikiIntroductions {
  /** By path of page; a damaged file is moved aside and then empty. */
  read(wiki: string): Promise<StoredIntroductions>
  write(wiki: string, introductions: StoredIntroductions): Promise<void>
  /** Deletes damaged files that were moved aside: they may contain text that was erased since. */
  removeMovedAside(): Promise<void>
}

export type StoredIntroductions = Readonly<Record<string, StoredIntroduction>>

export interface StoredIntroduction {
  readonly askedAt: string
  /** Hash of the statements that the page had then; empty once one of them changed. */
  readonly statements: string
  /**
   * As it is on the page. Empty if a person removed it, if the model saw nothing to introduce
   * or broke the rules, or if a statement it was written from is no longer the same.
   */
  readonly line: string
  /** Every statement that the line was written from: by anchor, the hash of its memory's content. */
  readonly sources: Readonly<Record<string, string>>
  /** How often in a row the model's text for these statements broke the rules. */
  readonly refusals: number
}

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
  /** The memory's own hash of its content; empty if it belongs to no memory of ours. */
  readonly content: string
  readonly kind: MemoryKind
}

/**
 * A wiki: the memories of one project, or the global ones, as Markdown pages. Compiling gives pages,
 * rendering gives text, parsing reads the text back after people edited it.
 */
import type { MemoryKind } from '../../contract/vocabulary.ts'

export type PageType = 'index' | 'concept' | 'decision' | 'daily' | 'question' | 'log'

/** Relative to the wiki's folder, with forward slashes: `concepts/search-index.md`. */
export type PagePath = string

export interface Page {
  readonly path: PagePath
  readonly type: PageType
  readonly title: string
  /** For `index.md`, one line. */
  readonly summary: string
  readonly tags: readonly string[]
  /** Other names that links may use. */
  readonly aliases: readonly string[]
  /** The day of its latest statement, in the wiki's time zone. */
  readonly updated: string | undefined
  /** How many memories, or sessions on a daily page, it rests on. */
  readonly sources: number
  /** Of a concept: the pages of those it shares most memories with, closest first. */
  readonly related?: readonly { readonly path: PagePath; readonly memories: number }[]
  /** Written by a model: one line below the title, see `format/generated-lines.ts`. */
  readonly introduction?: string
  readonly sections: readonly Section[]
}

export interface Section {
  /** Empty for text right below the title. */
  readonly heading: string
  readonly items: readonly Item[]
}

/** A list item: a statement with its anchor, or a line that only the compiler writes. */
export type Item = PageStatement | GeneratedLine

/** One memory, on exactly one page of its wiki: its home. Other pages link to it. */
export interface PageStatement {
  readonly type: 'statement'
  /** The short id of its memory, the block's anchor. */
  readonly anchor: string
  readonly kind: MemoryKind
  /** The day it became true. */
  readonly since: string
  readonly text: string
  readonly author?: string
  /** Links to the statements it contradicts: `concepts/vectors#^3f9a0c12de`. */
  readonly disputes: readonly string[]
  /** The page's version while both sides changed; it becomes the next list item. */
  readonly pageText?: string
}

export interface GeneratedLine {
  readonly type: 'generated'
  /** Markdown in one line, without the leading dash. */
  readonly text: string
  /** The same for a list below it. */
  readonly details?: readonly string[]
}

export interface ParsedPage {
  /** Undefined if it has none; the unknown members are the person's own. */
  readonly frontMatter: Readonly<Record<string, unknown>> | undefined
  readonly title: string | undefined
  /** As the model wrote it; one that a person changed is a passage. */
  readonly introduction: string | undefined
  readonly blocks: readonly ParsedBlock[]
  readonly passages: readonly Passage[]
  readonly links: readonly PageLink[]
  /** What could not be read, for `wiki lint`. */
  readonly faults: readonly PageFault[]
}

/** A list item in a section of statements. */
export interface ParsedBlock {
  /** Undefined for one that a person added. */
  readonly anchor: string | undefined
  /** It is the page's side of a conflict. */
  readonly isConflict: boolean
  readonly text: string
  /** As written behind the text; for one without an anchor, otherwise by the section. */
  readonly kind: MemoryKind | undefined
  readonly heading: string
  /** Of its first line, from 1. */
  readonly line: number
}

/** Lines that are neither front matter, heading of ours, statement nor generated: the person's own. */
export interface Passage {
  /** It follows this heading, its generated lines (`atEnd`) or this block; undefined at the top. */
  readonly after:
    | { readonly heading: string; readonly atEnd?: true }
    | { readonly anchor: string }
    | undefined
  readonly text: string
  readonly line: number
}

export interface PageLink {
  /** As written: `concepts/search-index`, or the name or alias of a page. */
  readonly target: string
  /** The part behind `#^`. */
  readonly anchor: string | undefined
  readonly alias: string | undefined
  readonly line: number
}

/** What a page has of the person's own, kept across builds. */
export interface OwnContent {
  readonly passages: readonly Passage[]
  readonly frontMatter: Readonly<Record<string, unknown>>
}

export interface PageFault {
  readonly line: number
  readonly what: 'front-matter' | 'too-large' | 'anchor-twice'
}

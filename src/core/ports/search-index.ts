/**
 * The derived index that recall reads. It keeps terms and finds the documents that hold them; which
 * terms a text has and how documents rank is decided by `core/retrieval`. Everything in it can be
 * rebuilt from memories and history.
 */
import type {
  DocumentKey,
  DocumentType,
  ScopeRef,
  SearchDocument,
  Standing,
} from '../model/search-document.ts'

export interface SearchIndex {
  /** Adds documents; one with the same type and id is replaced. */
  put(documents: readonly SearchDocument[]): Promise<void>
  /** Idempotent. */
  remove(keys: readonly DocumentKey[]): Promise<void>
  /** The history of a session: its turns, its tool events, itself; no memory. @returns how many. */
  removeSession(sessionId: string): Promise<number>

  /** In how many documents each term occurs, and how many documents there are (about). */
  frequencies(terms: readonly string[]): Promise<TermFrequencies>
  /**
   * The documents that best match any of the terms, best first, at most `limit`. A term that ends in
   * `*` stands for every term that begins so.
   */
  candidates(
    terms: readonly string[],
    filter: SearchFilter,
    limit: number,
  ): Promise<IndexedDocument[]>
  /** Turns of the same sessions at most `reach` away from the given places, these included. */
  neighbours(
    places: readonly SessionPosition[],
    reach: number,
    filter: SearchFilter,
  ): Promise<IndexedDocument[]>
  /** Those that are there, in no particular order. */
  find(keys: readonly DocumentKey[]): Promise<IndexedDocument[]>
  /** Sessions that touched the files, newest first, at most `limit` for each file. */
  sessionsTouching(
    files: readonly string[],
    filter: SearchFilter,
    limit: number,
  ): Promise<IndexedDocument[]>
  /** The newest documents, without regard to their text. */
  newest(filter: SearchFilter, limit: number): Promise<IndexedDocument[]>
  /**
   * Documents whose text contains `text` literally (ASCII letters in either case), newest first.
   * Looks through every text, so it is bounded in time: past `budgetMs` it returns what it has.
   */
  containing(
    text: string,
    filter: SearchFilter,
    bounds: { readonly limit: number; readonly budgetMs: number },
  ): Promise<IndexedDocument[]>

  /** The whole text of each, in the order of the keys; empty for those that are not there. */
  texts(keys: readonly DocumentKey[]): Promise<string[]>

  counts(): Promise<Partial<Record<DocumentType, number>>>
  /** Empties the index, before everything is put again. */
  clear(): Promise<void>
  /** Merges what many small writes left; after a rebuild. */
  optimise(): Promise<void>
  /** What is wrong with the index, in words; empty when it is sound. */
  check(): Promise<string[]>
}

/** Only what is given counts; all of it must hold. */
export interface SearchFilter {
  /** The scopes the asker is in; without it, all. */
  readonly scopes?: readonly ScopeRef[] | undefined
  /** Whoever's it is. */
  readonly scope?: ScopeRef['scope'] | undefined
  readonly projectId?: string | undefined
  readonly types?: readonly DocumentType[] | undefined
  readonly kinds?: readonly string[] | undefined
  readonly host?: string | undefined
  readonly sessionId?: string | undefined
  readonly branch?: string | undefined
  /** A path, or the end of one from a folder on: `json.ts` and `core/json.ts`. */
  readonly file?: string | undefined
  /** ISO 8601 UTC; from inclusive, to exclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Leaves out memories that were not valid then. */
  readonly validAt?: string | undefined
}

export interface TermFrequencies {
  readonly total: number
  readonly byTerm: ReadonlyMap<string, number>
}

export interface SessionPosition {
  readonly sessionId: string
  readonly position: number
}

/** A document as the index knows it. */
export interface IndexedDocument extends DocumentKey {
  /** Grows with insertion; the last resort of a stable order. */
  readonly order: number
  readonly scope: ScopeRef
  readonly at: string
  readonly projectId: string | undefined
  readonly host: string | undefined
  readonly sessionId: string | undefined
  readonly position: number | undefined
  readonly branch: string | undefined
  readonly kind: string | undefined
  /** Of a memory, as it is now. */
  readonly standing: Standing
  readonly files: readonly string[]
  /** As `core/text/indexed-terms.ts` wrote it. */
  readonly terms: string
}

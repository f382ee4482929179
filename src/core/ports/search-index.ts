/**
 * The index that recall reads. Derived: everything in it can be rebuilt from memories and history.
 * `core/text` decides which terms a text has, `core/recall` how documents rank.
 */
import type {
  DocumentKey,
  DocumentType,
  RankingFacts,
  ScopeRef,
  SearchDocument,
} from '../model/search-document.ts'
import type { Cursor } from './change-feed.ts'

export interface SearchReader {
  /** The number of documents with each term, and the approximate number of documents. */
  frequencies(terms: readonly string[]): Promise<TermFrequencies>
  /** Terms that start with `beginning` and have these lengths, in no particular order. */
  vocabulary(
    beginning: string,
    lengths: { readonly least: number; readonly most: number },
  ): Promise<VocabularyTerm[]>
  /** The documents that best match any of the terms, best first. `term*` matches a prefix. */
  candidates(
    terms: readonly string[],
    filter: SearchFilter,
    limit: number,
  ): Promise<IndexedDocument[]>
  /** Turns of the same sessions at most `reach` away from the given places, including those. */
  neighbours(
    places: readonly SessionPosition[],
    reach: number,
    filter: SearchFilter,
  ): Promise<IndexedDocument[]>
  /** Skips unknown keys; in no particular order. */
  find(keys: readonly DocumentKey[]): Promise<IndexedDocument[]>
  /** Sessions that touched the files, newest first, at most `limit` per file. */
  sessionsTouching(
    files: readonly string[],
    filter: SearchFilter,
    limit: number,
  ): Promise<IndexedDocument[]>
  newest(filter: SearchFilter, limit: number): Promise<IndexedDocument[]>
  /**
   * Documents that literally contain `text` (ignoring the case of ASCII letters), newest first.
   * Scans every text, and returns what it has after `budgetMs`.
   */
  containing(
    text: string,
    filter: SearchFilter,
    bounds: { readonly limit: number; readonly budgetMs: number },
  ): Promise<IndexedDocument[]>

  /** The whole text of each, in order; empty for unknown keys. */
  texts(keys: readonly DocumentKey[]): Promise<string[]>
}

export interface SearchIndex extends SearchReader {
  /** Frequencies in one project's memories and turns; a prompt repeated in a session counts once. */
  projectFrequencies(projectId: string, terms: readonly string[]): Promise<TermFrequencies>
  /** Replaces documents with the same type and id. */
  put(documents: readonly SearchDocument[]): Promise<void>
  /** Idempotent. */
  remove(keys: readonly DocumentKey[]): Promise<void>
  counts(): Promise<Partial<Record<DocumentType, number>>>
  clear(): Promise<void>
  /** Merges many small writes; call it after a rebuild. */
  optimise(): Promise<void>
  /** Describes problems; empty if the index is intact. */
  check(): Promise<string[]>
}

/** All given conditions must match. */
export interface SearchFilter {
  /** The caller's scopes; default: all. */
  readonly scopes?: readonly ScopeRef[] | undefined
  /** Of any owner. */
  readonly scope?: ScopeRef['scope'] | undefined
  readonly projectId?: string | undefined
  readonly types?: readonly DocumentType[] | undefined
  readonly kinds?: readonly string[] | undefined
  /** Excludes unconfirmed memories. */
  readonly withoutCandidates?: boolean | undefined
  readonly host?: string | undefined
  readonly sessionId?: string | undefined
  readonly branch?: string | undefined
  /** A path, or its end from a folder on: `json.ts` and `core/json.ts`. */
  readonly file?: string | undefined
  /** ISO 8601 UTC; from inclusive, to exclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Excludes memories not valid then. */
  readonly validAt?: string | undefined
  /**
   * Excludes memories not valid now. A memory written later than that, because a clock was ahead,
   * counts as of its writing.
   */
  readonly validNow?: string | undefined
}

export interface TermFrequencies {
  readonly total: number
  readonly byTerm: ReadonlyMap<string, number>
}

export interface VocabularyTerm {
  readonly term: string
  readonly documents: number
}

interface SessionPosition {
  readonly sessionId: string
  readonly position: number
}

export interface IndexedDocument extends DocumentKey {
  /** Grows with insertion; breaks ties. */
  readonly order: number
  readonly scope: ScopeRef
  readonly at: string
  readonly projectId: string | undefined
  readonly host: string | undefined
  readonly sessionId: string | undefined
  readonly position: number | undefined
  readonly branch: string | undefined
  readonly kind: string | undefined
  /** Current facts of a memory. */
  readonly facts: RankingFacts
  readonly files: readonly string[]
  /** In the format of `core/text/indexed-terms.ts`. */
  readonly terms: string
}

/**
 * Vectors of documents, and which documents wait for one. Derived; calls no embedder. A vector is
 * deleted in the same transaction as its memory, turn or session.
 */
export interface VectorIndex {
  /**
   * From now on, documents wait for vectors of this model. If it differs from the last one, all
   * wait; old vectors stay until replaced, but are not found.
   */
  useModel(model: VectorModel): Promise<void>
  model(): Promise<VectorModel | undefined>
  /**
   * Indexed documents that changed after the vectors' cursor in the change feed, in order. They may
   * lack a vector of their current text.
   */
  pending(limit: number): Promise<PendingDocument[]>
  /**
   * Stores vectors and moves the cursor past the last of these documents, which must be the first
   * pending ones. Skips documents that changed again or are gone: a later change covers them.
   */
  settle(settled: readonly SettledDocument[]): Promise<void>
  /** Documents that pass the filter, most similar first; ties in a stable order. */
  nearest(query: Float32Array, filter: SearchFilter, limit: number): Promise<NearDocument[]>
  /** Compares these documents and, for turns, up to `reach` turns before and after them. */
  compare(
    query: Float32Array,
    documents: readonly DocumentKey[],
    reach: number,
  ): Promise<ComparedDocument[]>
  /** The stored vectors of these memories by id, one byte per dimension, where they exist. */
  ofMemories(ids: readonly string[]): Promise<ReadonlyMap<string, Int8Array>>
  counts(): Promise<VectorCounts>
  /** Drops all vectors; all documents wait again for the same model. */
  restart(): Promise<void>
  /** Drops everything; nothing waits until a model is used. */
  clear(): Promise<void>
  /** Drops vectors of documents missing from the search index. @returns the number dropped */
  removeOrphans(): Promise<number>
  /** Describes problems; empty if everything is intact. */
  check(): Promise<string[]>
  close(): void
}

export interface VectorModel {
  readonly model: string
  readonly dimensions: number
}

export interface PendingDocument extends DocumentKey {
  /** The position of its last change. */
  readonly cursor: Cursor
  readonly text: string
  /** The hash of the text behind its vector, if it has one. */
  readonly knownHash: string | undefined
}

export interface SettledDocument extends DocumentKey {
  readonly cursor: Cursor
  readonly vector?: StoredVector | undefined
}

interface StoredVector extends VectorModel {
  /** In hexadecimal. */
  readonly contentHash: string
  readonly values: Float32Array
}

export interface NearDocument extends DocumentKey {
  /** Cosine, -1 to 1. */
  readonly similarity: number
}

/** The similarity of a document or of a turn next to it. */
export interface ComparedDocument extends NearDocument {
  /** 0 for the document itself, -1 for the turn before it. */
  readonly offset: number
}

export interface VectorCounts {
  /** Documents with a vector of the current model. */
  readonly embedded: number
  readonly pending: number
  readonly bytes: number
}

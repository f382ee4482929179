/**
 * Vectors of documents, and which documents wait for one. All of it is derived. It calls no
 * embedder. A document's vector goes with its memory, turn or session in the same transaction.
 */
import type { DocumentKey } from '../model/search-document.ts'
import type { Cursor } from './change-feed.ts'
import type { SearchFilter } from './search-index.ts'

export interface VectorIndex {
  /**
   * From now on documents wait for vectors of this model. When it is another one than before, all
   * of them do; their old vectors stay until they are replaced, but are found no more.
   */
  useModel(model: VectorModel): Promise<void>
  model(): Promise<VectorModel | undefined>
  /**
   * Indexed documents that changed since the cursor of the vectors in the change feed, in its order:
   * they may have no vector of their present text.
   */
  pending(limit: number): Promise<PendingDocument[]>
  /**
   * Stores vectors and moves the cursor behind the last of these documents, which were the first
   * that waited. A document that changed again meanwhile, or by now is gone, is passed over: a later
   * change says so.
   */
  settle(settled: readonly SettledDocument[]): Promise<void>
  /** Documents that pass the filter, most similar first; equals in a stable order. */
  nearest(query: Float32Array, filter: SearchFilter, limit: number): Promise<NearDocument[]>
  counts(): Promise<VectorCounts>
  /** Drops every vector and lets all documents wait again for the same model. */
  restart(): Promise<void>
  /** Drops everything; nothing waits until a model is used. */
  clear(): Promise<void>
  /** Drops vectors of documents the search index no longer has. @returns how many. */
  removeOrphans(): Promise<number>
  /** What is wrong, in words; empty when all is sound. */
  check(): Promise<string[]>
  /** Ends what `nearest` opened. */
  close(): void
}

export interface VectorModel {
  readonly model: string
  readonly dimensions: number
}

export interface PendingDocument extends DocumentKey {
  /** Of its last change. */
  readonly cursor: Cursor
  readonly text: string
  /** What its vector of this model was made from, if it has one. */
  readonly knownHash: string | undefined
}

export interface SettledDocument extends DocumentKey {
  readonly cursor: Cursor
  readonly vector?: StoredVector | undefined
}

export interface StoredVector extends VectorModel {
  /** In hexadecimal. */
  readonly contentHash: string
  readonly values: Float32Array
}

export interface NearDocument extends DocumentKey {
  /** Cosine, -1 to 1. */
  readonly similarity: number
}

export interface VectorCounts {
  /** Of the model in use. */
  readonly embedded: number
  readonly pending: number
  readonly bytes: number
}

/**
 * Vectors of documents, and which documents wait for one. Derived; calls no embedder. A vector is
 * deleted in the same transaction as its memory, turn or session.
 */
import type { DocumentKey } from '../model/search-document.ts'
import type { Cursor } from './change-feed.ts'
import type { SearchFilter } from './search-index.ts'

export interface VectorIndex {
  /**
   * From now on documents wait for vectors of this model. If it differs from the last one, all of
   * them wait; old vectors stay until they are replaced, but are not found.
   */
  useModel(model: VectorModel): Promise<void>
  model(): Promise<VectorModel | undefined>
  /**
   * Indexed documents that changed after the vectors' cursor in the change feed, in order. They may
   * lack a vector of their present text.
   */
  pending(limit: number): Promise<PendingDocument[]>
  /**
   * Stores vectors and moves the cursor behind the last of these documents, which must be the first
   * pending ones. Skips documents that changed again or are gone: a later change covers them.
   */
  settle(settled: readonly SettledDocument[]): Promise<void>
  /** Documents that pass the filter, most similar first; ties in a stable order. */
  nearest(query: Float32Array, filter: SearchFilter, limit: number): Promise<NearDocument[]>
  counts(): Promise<VectorCounts>
  /** Drops all vectors; all documents wait again for the same model. */
  restart(): Promise<void>
  /** Drops everything; nothing waits until a model is used. */
  clear(): Promise<void>
  /** Drops vectors of documents missing from the search index. @returns how many */
  removeOrphans(): Promise<number>
  /** Problems found, in words; empty if all is sound. */
  check(): Promise<string[]>
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
  /** The hash of the text of its vector, if it has one. */
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

export interface VectorCounts {
  /** Of the model in use. */
  readonly embedded: number
  readonly pending: number
  readonly bytes: number
}

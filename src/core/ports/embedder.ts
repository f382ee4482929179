/** Turns texts into vectors. Knows no database and no documents, and tries nothing twice. */
export interface Embedder {
  /** Provider and model. Vectors of different models cannot be compared. */
  readonly model: string
  readonly dimensions: number
  /**
   * One vector of length 1 for each text, in the order of the texts. Many texts are sent in several
   * batches, one after the other.
   *
   * @throws ThroughlineError `model-unavailable`: trying later may help;
   *   `model-misconfigured`: nothing helps until a person changes something;
   *   `model-rejected-input`: it is about one of these texts
   * @throws the reason of the signal
   */
  embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ): Promise<Float32Array[]>
}

/** Many models want to be told what a text is for. */
export type EmbeddingPurpose = 'document' | 'query'

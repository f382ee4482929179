/** Turns texts into vectors. Never retries. */
export interface Embedder {
  /** Provider and model. Vectors of different models cannot be compared. */
  readonly model: string
  readonly dimensions: number
  /**
   * One vector of length 1 per text, in order. Sends many texts in batches, one after another.
   * @throws ThroughlineError `model-unavailable`: retrying may help; `model-misconfigured`: a person
   *   must change something; `model-rejected-input`: one of the texts is the cause
   * @throws the signal's reason
   */
  embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ): Promise<Float32Array[]>
}

/** Many models embed questions and documents differently. */
export type EmbeddingPurpose = 'document' | 'query'

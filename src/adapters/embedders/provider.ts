/** Batches requests to a provider, and checks and normalises its vectors. */
import { ThroughlineError } from '../../contract/errors.ts'
import { frameText } from '../../core/embedding/model-traits.ts'
import type { Embedder } from '../../core/ports/models.ts'

export interface Provider {
  readonly name: string
  readonly model: string
  readonly batchSize: number
  /** Undefined until the first response shows it. */
  readonly dimensions: number | undefined
  embedBatch(texts: readonly string[], signal?: AbortSignal): Promise<readonly ArrayLike<number>[]>
}

/** Embeds one word if the vector length is unknown. */
export async function openProvider(provider: Provider, signal?: AbortSignal): Promise<Embedder> {
  const { name, model, batchSize } = provider
  const dimensions = provider.dimensions ?? (await measure(provider, signal))
  return {
    model: `${name}:${model}`,
    dimensions,
    async embed(texts, purpose, signal) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += batchSize) {
        signal?.throwIfAborted()
        const batch = texts.slice(from, from + batchSize)
        const framed = batch.map((text) => frameText(model, text, purpose))
        const answer = await provider.embedBatch(framed, signal)
        vectors.push(...checkAnswer(provider, answer, batch.length, dimensions))
      }
      return vectors
    },
  }
}

async function measure(provider: Provider, signal: AbortSignal | undefined): Promise<number> {
  const [vector] = await provider.embedBatch(['word'], signal)
  if (!vector || vector.length === 0) throw strange(provider, 'no vector')
  return vector.length
}

function checkAnswer(
  provider: Provider,
  answer: readonly ArrayLike<number>[],
  expected: number,
  dimensions: number,
): Float32Array[] {
  if (answer.length !== expected) {
    throw strange(provider, `${answer.length} vectors for ${expected} texts`)
  }
  return answer.map((vector) => {
    if (vector.length !== dimensions) throw otherLength(provider, vector.length, dimensions)
    return toUnitLength(provider, Float32Array.from(vector))
  })
}

function toUnitLength(provider: Provider, vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  if (!Number.isFinite(length) || length === 0) throw strange(provider, 'a zero or infinite vector')
  return vector.map((value) => value / length)
}

function otherLength(provider: Provider, given: number, expected: number): ThroughlineError {
  return new ThroughlineError(
    'model-misconfigured',
    `${provider.name} returned vectors with ${given} dimensions for ${provider.model} instead of ${expected}`,
    { hint: 'run throughline embeddings rebuild to start over with the new length' },
  )
}

function strange({ name }: Provider, what: string): ThroughlineError {
  return new ThroughlineError('model-unavailable', `${name} answered with ${what}`, {
    hint: 'check that embeddings.model is an embedding model',
  })
}

export const defaultModels = {
  local: 'Xenova/all-MiniLM-L6-v2',
  ollama: 'nomic-embed-text',
  'openai-compatible': 'text-embedding-3-small',
} as const

export interface ProviderSettings {
  readonly model: string
  /** Empty for the default. */
  readonly url: string
  readonly apiKey: string | undefined
  /** 0 for the model's default. */
  readonly dimensions: number
  readonly batchSize: number
  /** The known vector length; it saves a request. */
  readonly expectedDimensions: number | undefined
  readonly timeoutMs: number
}

/** A provider behind one HTTP endpoint; what it is asked and how it answers is each API's own. */
import { ThroughlineError } from '../../contract/errors.ts'
import { postJson } from '../post-json.ts'
import type { Provider } from './check-vectors.ts'
import type { ProviderSettings } from './provider-settings.ts'

export interface EmbeddingApi {
  readonly name: string
  /** As a person calls it. */
  readonly title: string
  readonly url: string
  readonly apiKey?: string | undefined
  /** What a request says besides the model, the texts and the dimensions. */
  readonly options: object
  /** What to do when nobody is there, when a person must change something, when it is no such API. */
  readonly hints: {
    readonly unreachable: string
    readonly refused: string
    readonly strange: string
  }
  /** One vector for each text, in their order; undefined when that is not what was answered. */
  readVectors(answer: unknown): readonly ArrayLike<number>[] | undefined
}

export function createApiProvider(api: EmbeddingApi, settings: ProviderSettings): Provider {
  const { title: provider, url, apiKey, hints } = api
  const { model, batchSize, dimensions, expectedDimensions, timeoutMs } = settings
  return {
    name: api.name,
    model,
    batchSize,
    dimensions: expectedDimensions,
    async embedBatch(texts, signal) {
      const size = dimensions > 0 && { dimensions }
      const body = { model, input: texts, ...api.options, ...size }
      const request = { provider, url, body, apiKey, timeoutMs, hints }
      const vectors = api.readVectors(await postJson(request, signal))
      if (vectors) return vectors
      throw new ThroughlineError(
        'model-unavailable',
        `${provider} answered without an embedding for each text`,
        { hint: hints.strange },
      )
    },
  }
}

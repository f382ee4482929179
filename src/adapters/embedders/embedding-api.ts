/** A provider behind an HTTP endpoint. Each API defines its own request and answer. */
import { ThroughlineError } from '../../contract/errors.ts'
import { postJson } from '../post-json.ts'
import type { Provider } from './check-vectors.ts'
import type { ProviderSettings } from './provider-settings.ts'

export interface EmbeddingApi {
  readonly name: string
  /** Display name. */
  readonly title: string
  readonly url: string
  readonly apiKey?: string | undefined
  /** Request fields besides model, input and dimensions. */
  readonly options: object
  /** What to do if it is unreachable, refuses the request, or is another API. */
  readonly hints: {
    readonly unreachable: string
    readonly refused: string
    readonly strange: string
  }
  /** One vector per text, in order; undefined if the answer has another shape. */
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
        `${provider} did not return one embedding per text`,
        { hint: hints.strange },
      )
    },
  }
}

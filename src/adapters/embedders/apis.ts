/** A provider behind an HTTP endpoint. Each API defines its own request and response. */

import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import { apiUrl, postJson } from '../post-json.ts'
import type { Provider, ProviderSettings } from './provider.ts'

export interface EmbeddingApi {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly apiKey?: string | undefined
  /** Request fields besides model, input and dimensions. */
  readonly options: object
  /** What to do if the endpoint is unreachable, refuses the request, or is another API. */
  readonly hints: {
    readonly unreachable: string
    readonly refused: string
    readonly strange: string
  }
  /** One vector per text, in order; undefined if the response has another shape. */
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

const defaultUrl = 'http://127.0.0.1:11434'

const answerSchema = z.object({ embeddings: z.array(z.array(z.number())) })

export function createOllamaEmbedder(settings: ProviderSettings): Provider {
  const base = (settings.url || defaultUrl).replace(/\/+$/, '')
  return createApiProvider(
    {
      name: 'ollama',
      title: 'Ollama',
      url: `${base}/api/embed`,
      options: { truncate: true },
      hints: {
        unreachable: `start Ollama (ollama serve) or set embeddings.url; tried ${base}`,
        refused: `ollama pull ${settings.model}`,
        strange: `check that ${base} is Ollama 0.3 or newer`,
      },
      readVectors: (answer) => answerSchema.safeParse(answer).data?.embeddings,
    },
    settings,
  )
}

const openAiUrl = 'https://api.openai.com/v1'

const openAiAnswer = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
})
type OpenAiVectors = z.infer<typeof openAiAnswer>['data']

/** `/v1/embeddings` as served by OpenAI, LM Studio, llama.cpp, vLLM, Mistral and many others. */
export function createOpenAiEmbedder(settings: ProviderSettings): Provider {
  const url = apiUrl(settings.url || openAiUrl, 'embeddings')
  return createApiProvider(
    {
      name: 'openai-compatible',
      title: 'the embeddings API',
      url,
      apiKey: settings.apiKey,
      options: { encoding_format: 'float' },
      hints: {
        unreachable: `check embeddings.url; tried ${url}`,
        refused:
          'check embeddings.model, embeddings.url and the API key in embeddings.apiKeyVariable',
        strange: `check that ${url} speaks the OpenAI embeddings protocol`,
      },
      readVectors(answer) {
        const { data } = openAiAnswer.safeParse(answer)
        return data && inOrder(data.data)?.map(toNumbers)
      },
    },
    settings,
  )
}

/** Sorts by index, because the protocol promises no order. @returns undefined if one is missing */
function inOrder(data: OpenAiVectors): OpenAiVectors[number]['embedding'][] | undefined {
  if (data.every(({ index }) => index === undefined)) return data.map(({ embedding }) => embedding)
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]))
  const ordered = data.map((_, index) => byIndex.get(index))
  return ordered.every((embedding) => embedding !== undefined) ? ordered : undefined
}

/** Base64 holds little-endian 32-bit floats. */
function toNumbers(embedding: number[] | string): ArrayLike<number> {
  if (typeof embedding !== 'string') return embedding
  const bytes = Buffer.from(embedding, 'base64')
  const count = Math.floor(bytes.length / 4)
  return Float32Array.from({ length: count }, (_, at) => bytes.readFloatLE(at * 4))
}

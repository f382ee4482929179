/** `/v1/embeddings` as OpenAI, LM Studio, llama.cpp, vLLM, Mistral and many others serve it. */
import { z } from 'zod'
import { apiUrl } from '../post-json.ts'
import type { Provider } from './check-vectors.ts'
import { createApiProvider } from './embedding-api.ts'
import type { ProviderSettings } from './provider-settings.ts'

const defaultUrl = 'https://api.openai.com/v1'

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().min(0).optional(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
})
type Answer = z.infer<typeof answerSchema>['data']

export function createOpenAiEmbedder(settings: ProviderSettings): Provider {
  const url = apiUrl(settings.url || defaultUrl, 'embeddings')
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
        const { data } = answerSchema.safeParse(answer)
        return data && inOrder(data.data)?.map(toNumbers)
      },
    },
    settings,
  )
}

/** Sorts by index, because the protocol promises no order. @returns undefined if one is missing */
function inOrder(data: Answer): Answer[number]['embedding'][] | undefined {
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

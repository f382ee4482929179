/** `/v1/embeddings` as OpenAI, LM Studio, llama.cpp, vLLM, Mistral and many others serve it. */
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Provider } from './check-vectors.ts'
import { postJson } from './post-json.ts'
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

export function createOpenAiCompatible(settings: ProviderSettings): Provider {
  const { model } = settings
  const url = embeddingsUrl(settings.url || defaultUrl)
  return {
    name: 'openai-compatible',
    model,
    batchSize: settings.batchSize,
    dimensions: settings.expectedDimensions,
    async embedBatch(texts, signal) {
      const body = {
        model,
        input: texts,
        encoding_format: 'float',
        ...(settings.dimensions > 0 && { dimensions: settings.dimensions }),
      }
      const hints = {
        unreachable: `check embeddings.url; tried ${url}`,
        refused:
          'check embeddings.model, embeddings.url and the key in the variable that embeddings.apiKeyVariable names',
      }
      const { apiKey, timeoutMs } = settings
      const request = { provider: 'the embeddings API', url, body, apiKey, timeoutMs, hints }
      const answer = answerSchema.safeParse(await postJson(request, signal))
      if (!answer.success) throw strange(url)
      return inOrder(answer.data.data, url).map(toNumbers)
    },
  }
}

/** With or without `/v1`, with or without the last part. */
function embeddingsUrl(given: string): string {
  const base = given.replace(/\/+$/, '')
  if (base.endsWith('/embeddings')) return base
  return /\/v\d+[a-z]*(\/|$)/.test(new URL(base).pathname)
    ? `${base}/embeddings`
    : `${base}/v1/embeddings`
}

/** The standard promises an index, not an order. */
function inOrder(data: Answer, url: string): Answer[number]['embedding'][] {
  if (data.every(({ index }) => index === undefined)) return data.map(({ embedding }) => embedding)
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]))
  return data.map((_, index) => {
    const embedding = byIndex.get(index)
    if (embedding === undefined) throw strange(url)
    return embedding
  })
}

/** As base64 it is 32-bit floats, little-endian. */
function toNumbers(embedding: number[] | string): ArrayLike<number> {
  if (typeof embedding !== 'string') return embedding
  const bytes = Buffer.from(embedding, 'base64')
  const count = Math.floor(bytes.length / 4)
  return Float32Array.from({ length: count }, (_, at) => bytes.readFloatLE(at * 4))
}

function strange(url: string): ThroughlineError {
  return new ThroughlineError(
    'model-unavailable',
    'the embeddings API answered without an embedding for each text',
    { hint: `check that ${url} speaks the OpenAI embeddings protocol` },
  )
}

/** Finds an Ollama server, its models, and the first model that answers with JSON. */
import { z } from 'zod'
import type { ModelRequest } from '../../core/ports/models.ts'
import { createOllamaModel, defaultOllamaUrl } from './ollama.ts'

/** Accepts what Ollama accepts: a host, a port or both, with or without a scheme. */
export function ollamaUrl(host: string | undefined): string {
  const given = host?.trim() ?? ''
  if (given === '') return defaultOllamaUrl
  const withScheme = /^https?:\/\//.test(given)
    ? given
    : `http://${given.replace(/^:/, '0.0.0.0:')}`
  if (!URL.canParse(withScheme)) return defaultOllamaUrl
  const url = new URL(withScheme)
  // A server can listen on this address, but clients cannot connect to it.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  if (url.port === '' && !given.startsWith('http')) url.port = '11434'
  return url.origin
}

const tagsSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      size: z.number().default(0),
      details: z.object({ family: z.string().nullish() }).nullish(),
    }),
  ),
})

const listTimeoutMs = 1_500

/** @returns the models to try, best first; undefined if no server answers */
export async function listOllamaModels(
  url: string,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)])
    const response = await fetch(`${url}/api/tags`, { signal: either, redirect: 'manual' })
    const { models } = tagsSchema.parse(await response.json())
    return rankModels(models)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** Small models that write valid JSON, best first. */
const known = ['qwen3:4b', 'qwen3', 'qwen2.5', 'gemma3', 'llama3', 'mistral', 'phi4', 'granite']
const mostBytes = 12e9

function rankModels(models: z.infer<typeof tagsSchema>['models']): string[] {
  const rankOf = (name: string) => {
    const rank = known.findIndex((each) => name.startsWith(each))
    return rank < 0 ? known.length : rank
  }
  return models
    .filter(({ name, details }) => !/embed|bge-|minilm|bert/i.test(`${name} ${details?.family}`))
    .filter(({ size }) => size <= mostBytes)
    .toSorted((a, b) => rankOf(a.name) - rankOf(b.name) || a.size - b.size)
    .map(({ name }) => name)
}

const mostTries = 5
/** The first call has to load the model. */
const probeTimeoutMs = 60_000

const probe: ModelRequest = {
  purpose: 'read',
  sessionId: undefined,
  system: 'Answer with JSON alone, of this form: {"items": ["…"]}',
  prompt: 'Give one item: the name of a colour.',
  schema: {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'string' } } },
    required: ['items'],
  },
  mostOutputTokens: 100,
}

const probeReply = z.object({ items: z.array(z.string()).min(1) })

/** @param onTry called before each model */
export async function tryOllamaModels(
  url: string,
  models: readonly string[],
  onTry: (model: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const model of models.slice(0, mostTries)) {
    onTry(model)
    if (await answersWithJson(url, model, signal)) return model
  }
  return undefined
}

async function answersWithJson(url: string, model: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { text } = await createOllamaModel({ url, model, timeoutMs: probeTimeoutMs }).complete(
      probe,
      signal,
    )
    return probeReply.safeParse(JSON.parse(text)).success
  } catch {
    signal.throwIfAborted()
    return false
  }
}

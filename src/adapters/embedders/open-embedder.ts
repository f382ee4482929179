/** Opens the configured embedder. Loads only that provider's code. */

import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Embedder } from '../../core/ports/models.ts'
import type { VectorModel } from '../../core/ports/search-index.ts'
import { defaultModels, openProvider, type Provider, type ProviderSettings } from './provider.ts'

export type EmbeddingSettings = Config['embeddings']

export interface OpenEmbedderOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly modelFolder: string
  /** The model in use, if its vector length is known. */
  readonly known?: VectorModel | undefined
  /** Unloads a local model after this time without a request. */
  readonly idleMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /** Texts in one request. */
  readonly batchSize?: number
}

/** A provider may have to load the model from disk before its first answer. */
const defaultTimeoutMs = 120_000

export async function openEmbedder(
  settings: EmbeddingSettings,
  options: OpenEmbedderOptions,
): Promise<Embedder> {
  const given: ProviderSettings = {
    model: modelName(settings),
    url: settings.url,
    apiKey: readKey(settings, options.env),
    dimensions: settings.dimensions,
    batchSize: options.batchSize ?? 32,
    expectedDimensions: settings.dimensions || known(settings, options.known),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
  }
  return openProvider(
    await loadProvider(settings.provider, given, { ...options, modelsAt: settings.folder }),
    options.signal,
  )
}

function modelName({ provider, model }: EmbeddingSettings): string {
  return model || (provider === 'off' ? '' : defaultModels[provider])
}

function known(settings: EmbeddingSettings, inUse: VectorModel | undefined): number | undefined {
  const isSame = inUse?.model === `${settings.provider}:${modelName(settings)}`
  return isSame ? inUse?.dimensions : undefined
}

async function loadProvider(
  name: EmbeddingSettings['provider'],
  settings: ProviderSettings,
  options: OpenEmbedderOptions & { readonly modelsAt: string },
): Promise<Provider> {
  if (name === 'ollama') return (await import('./apis.ts')).createOllamaEmbedder(settings)
  if (name === 'openai-compatible') {
    return (await import('./apis.ts')).createOpenAiEmbedder(settings)
  }
  if (name === 'local') {
    const { createLocalEmbedder } = await import('./local/local.ts')
    const { modelFolder: folder, modelsAt, env, idleMs } = options
    return createLocalEmbedder({ ...settings, folder, modelsAt, env, idleMs })
  }
  throw new ThroughlineError('invalid-config', 'embeddings are off', {
    hint: 'see throughline embeddings on --help',
  })
}

function readKey(
  { apiKeyVariable }: EmbeddingSettings,
  env: OpenEmbedderOptions['env'],
): string | undefined {
  if (apiKeyVariable === '') return undefined
  const key = env[apiKeyVariable]?.trim()
  if (key) return key
  throw new ThroughlineError(
    'model-misconfigured',
    `the environment variable ${apiKeyVariable} is not set`,
    {
      hint: `export ${apiKeyVariable} in the shell that starts the daemon, or set embeddings.apiKeyVariable`,
    },
  )
}

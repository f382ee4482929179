/** The embedder a configuration asks for. Only its own provider's code is loaded. */

import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { VectorModel } from '../../core/ports/vector-index.ts'
import { openProvider, type Provider } from './check-vectors.ts'
import { defaultModels, type ProviderSettings } from './provider-settings.ts'

export type EmbeddingSettings = Config['embeddings']

export interface OpenEmbedderOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly modelFolder: string
  /** The model in use, whose vectors' length need not be asked for. */
  readonly known?: VectorModel | undefined
  readonly onDownload?: ((file: string, share: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** A model may have to be read from disk before it answers for the first time. */
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
    batchSize: settings.batchSize,
    expectedDimensions: settings.dimensions || known(settings, options.known),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
  }
  return openProvider(await loadProvider(settings.provider, given, options), options.signal)
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
  options: OpenEmbedderOptions,
): Promise<Provider> {
  if (name === 'ollama') return (await import('./ollama.ts')).createOllama(settings)
  if (name === 'openai-compatible') {
    return (await import('./openai-compatible.ts')).createOpenAiCompatible(settings)
  }
  if (name === 'transformers') {
    const { createTransformers } = await import('./transformers.ts')
    const { modelFolder: folder, onDownload } = options
    return createTransformers({ ...settings, folder, onDownload })
  }
  throw new ThroughlineError('invalid-config', 'embeddings are off', {
    hint: 'throughline embeddings enable --help',
  })
}

function readKey(
  { apiKeyVariable }: EmbeddingSettings,
  env: OpenEmbedderOptions['env'],
): string | undefined {
  if (apiKeyVariable === '') return undefined
  const key = env[apiKeyVariable]?.trim()
  if (key) return key
  throw new ThroughlineError('model-misconfigured', `the variable ${apiKeyVariable} is not set`, {
    hint: `export ${apiKeyVariable} where throughline and its daemon start, or set embeddings.apiKeyVariable`,
  })
}

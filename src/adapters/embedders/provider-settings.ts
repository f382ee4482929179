/** Settings of an embedding provider. */

export const defaultModels = {
  transformers: 'Xenova/multilingual-e5-small',
  ollama: 'nomic-embed-text',
  'openai-compatible': 'text-embedding-3-small',
} as const

export interface ProviderSettings {
  readonly model: string
  /** Empty for the default. */
  readonly url: string
  /** The key itself, read from the configured variable. */
  readonly apiKey: string | undefined
  /** 0 for the model's default. */
  readonly dimensions: number
  readonly batchSize: number
  /** The known vector length, which saves a request. */
  readonly expectedDimensions: number | undefined
  readonly timeoutMs: number
}

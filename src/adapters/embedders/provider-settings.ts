/** What a provider is told. */

export const defaultModels = {
  transformers: 'Xenova/multilingual-e5-small',
  ollama: 'nomic-embed-text',
  'openai-compatible': 'text-embedding-3-small',
} as const

export interface ProviderSettings {
  readonly model: string
  /** Empty for its usual one. */
  readonly url: string
  /** The key itself, read from the variable that the configuration names. */
  readonly apiKey: string | undefined
  /** 0 for the model's usual number. */
  readonly dimensions: number
  readonly batchSize: number
  /** How long its vectors are known to be, so that it need not be asked. */
  readonly expectedDimensions: number | undefined
  readonly timeoutMs: number
}

/** The model a judge of the configuration asks. Only its own provider's code is loaded. */
import type { Config } from '../../contract/config.ts'
import type { LanguageModel } from '../../core/ports/language-model.ts'
import { isLoopback } from './model-settings.ts'

export type ModelName = Config['extraction']['judges'][number]

/** Nobody charges for what runs here. */
export function isLocalModel(name: ModelName, models: Config['models']): boolean {
  if (name === 'ollama') return true
  return name === 'openai-compatible' && isLoopback(models.openaiCompatible.url)
}

export async function openModel(
  name: ModelName,
  models: Config['models'],
  env: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModel> {
  const timeoutMs = models.timeoutSeconds * 1_000
  if (name === 'claude-cli') {
    const { createClaudeCli } = await import('./claude-cli.ts')
    return createClaudeCli({ ...models.claudeCli, env, timeoutMs })
  }
  if (name === 'ollama') {
    const { createOllama } = await import('./ollama.ts')
    return createOllama({ ...models.ollama, timeoutMs })
  }
  const settings = name === 'anthropic' ? models.anthropic : models.openaiCompatible
  const apiKey = env[settings.apiKeyVariable]?.trim() || undefined
  if (name === 'anthropic') {
    const { createAnthropic } = await import('./anthropic.ts')
    return createAnthropic({ ...settings, apiKey, timeoutMs })
  }
  const { createOpenAiCompatible } = await import('./openai-compatible.ts')
  return createOpenAiCompatible({ ...settings, apiKey, timeoutMs })
}

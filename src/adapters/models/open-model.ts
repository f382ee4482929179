/** Opens a configured model. Loads only that provider's code. */
import type { Config } from '../../contract/config.ts'
import type { ReaderName } from '../../contract/learning-text.ts'
import { type ReadingAgent, readingAgents } from '../../contract/vocabulary.ts'
import type { LanguageModel } from '../../core/ports/models.ts'
import { isLoopback } from './model-api.ts'

/** Local models cost nothing. */
export function isLocalModel(name: ReaderName, models: Config['models']): boolean {
  if (name === 'ollama') return true
  return name === 'openai-compatible' && isLoopback(models.openaiCompatible.url)
}

export async function openModel(
  name: ReaderName,
  models: Config['models'],
  env: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModel> {
  const timeoutMs = models.timeoutSeconds * 1_000
  if (isAgent(name)) {
    const { createAgentModel } = await import('./agent-cli.ts')
    const { commands, keyVariables } = models
    const ownSettings = { command: commands[name], apiKeyVariable: keyVariables[name] }
    return createAgentModel(name, { ...models[name], ...ownSettings, env, timeoutMs })
  }
  if (name === 'ollama') {
    const { createOllamaModel } = await import('./ollama.ts')
    return createOllamaModel({ ...models.ollama, timeoutMs })
  }
  const settings = name === 'anthropic' ? models.anthropic : models.openaiCompatible
  const apiKey = env[settings.apiKeyVariable]?.trim() || undefined
  if (name === 'anthropic') {
    const { createAnthropicModel } = await import('./anthropic.ts')
    return createAnthropicModel({ ...settings, apiKey, timeoutMs })
  }
  const { createOpenAiModel } = await import('./openai-compatible.ts')
  return createOpenAiModel({ ...settings, apiKey, timeoutMs })
}

const isAgent = (name: ReaderName): name is ReadingAgent =>
  readingAgents.some((agent) => agent === name)

/** Ollama's `/api/embed`. */
import { z } from 'zod'
import type { Provider } from './check-vectors.ts'
import { createApiProvider } from './embedding-api.ts'
import type { ProviderSettings } from './provider-settings.ts'

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

/** Ollama's `/api/embed`. */
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Provider } from './check-vectors.ts'
import { postJson } from './post-json.ts'
import type { ProviderSettings } from './provider-settings.ts'

const defaultUrl = 'http://127.0.0.1:11434'

const answerSchema = z.object({ embeddings: z.array(z.array(z.number())) })

export function createOllama(settings: ProviderSettings): Provider {
  const { model } = settings
  const base = (settings.url || defaultUrl).replace(/\/+$/, '')
  return {
    name: 'ollama',
    model,
    batchSize: settings.batchSize,
    dimensions: settings.expectedDimensions,
    async embedBatch(texts, signal) {
      const body = {
        model,
        input: texts,
        truncate: true,
        ...(settings.dimensions > 0 && { dimensions: settings.dimensions }),
      }
      const hints = {
        unreachable: `start Ollama (ollama serve) or set embeddings.url; tried ${base}`,
        refused: `ollama pull ${model}`,
      }
      const { timeoutMs } = settings
      const request = { provider: 'Ollama', url: `${base}/api/embed`, body, timeoutMs, hints }
      const answer = answerSchema.safeParse(await postJson(request, signal))
      if (answer.success) return answer.data.embeddings
      throw new ThroughlineError('model-unavailable', 'Ollama answered without embeddings', {
        hint: `check that ${base} is Ollama 0.3 or newer`,
      })
    },
  }
}

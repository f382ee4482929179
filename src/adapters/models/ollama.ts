/** Ollama's `/api/chat`. */
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import type { LanguageModel, ModelRequest } from '../../core/ports/models.ts'
import { postJson } from '../post-json.ts'
import { createSender, type ModelSettings, mostReplyBytes, type RequestForms } from './model-api.ts'

export const defaultOllamaUrl = 'http://127.0.0.1:11434'
const probeTimeoutMs = 2_000

const answerSchema = z.object({
  message: z.object({ content: z.string() }),
  done_reason: z.string().optional(),
  prompt_eval_count: z.int().min(0).optional(),
  eval_count: z.int().min(0).optional(),
})

/** Ollama before 0.5 does not support schemas, and before 0.9 ignores `think`. */
const forms: RequestForms = [
  ({ schema }) => ({ format: schema, think: false }),
  () => ({ format: 'json' }),
]

export function createOllamaModel(
  settings: Pick<ModelSettings, 'model' | 'url' | 'timeoutMs'>,
): LanguageModel {
  const { model } = settings
  const base = (settings.url || defaultOllamaUrl).replace(/\/+$/, '')
  const hints = {
    unreachable: `start Ollama (ollama serve) or set models.ollama.url; tried ${base}`,
    refused: `ollama pull ${model}`,
  }
  const ask = (path: string, body: object, timeoutMs: number, signal: AbortSignal) => {
    const request = { provider: 'Ollama', url: base + path, body, timeoutMs, hints }
    return postJson({ ...request, mostBytes: mostReplyBytes }, signal)
  }
  const send = createSender(forms, (request, part, signal) => {
    const messages = [
      { role: 'system', content: request.system },
      { role: 'user', content: request.prompt },
    ]
    const options = { num_predict: request.mostOutputTokens, num_ctx: contextTokens(request) }
    const body = { model, messages, stream: false, options, ...part }
    return ask('/api/chat', body, settings.timeoutMs, signal)
  })
  return {
    provider: 'ollama',
    model,
    async probe(signal) {
      try {
        await ask('/api/show', { model }, probeTimeoutMs, signal)
        return 'ready'
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        return error instanceof ThroughlineError && error.hint
          ? { problem, hint: error.hint }
          : { problem }
      }
    },
    async complete(request, signal) {
      const answer = answerSchema.safeParse(await send(request, signal))
      if (!answer.success) {
        throw new ThroughlineError('model-unavailable', 'Ollama answered without a message', {
          hint: `check that ${base} is Ollama`,
        })
      }
      const { message, done_reason, prompt_eval_count, eval_count } = answer.data
      const isCounted = prompt_eval_count !== undefined || eval_count !== undefined
      return {
        text: message.content,
        isCut: done_reason === 'length',
        isRefusal: false,
        usage: isCounted
          ? { inputTokens: prompt_eval_count ?? 0, outputTokens: eval_count ?? 0 }
          : undefined,
      }
    },
  }
}

/**
 * By default Ollama truncates input to 4,096 tokens. We use only two sizes, because Ollama reloads
 * the model whenever the size changes.
 */
function contextTokens({ system, prompt }: ModelRequest): number {
  return Buffer.byteLength(system + prompt) < 24_000 ? 16_384 : 32_768
}

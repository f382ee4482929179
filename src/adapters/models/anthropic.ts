/** Anthropic's Messages API. */
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import type { LanguageModel, ModelReply } from '../../core/ports/models.ts'
import { apiUrl, postJson } from '../post-json.ts'
import {
  createSender,
  findMissingKey,
  type ModelSettings,
  misconfigured,
  mostReplyBytes,
  type RequestForm,
  type RequestForms,
} from './model-api.ts'

const defaultUrl = 'https://api.anthropic.com'

const tokens = z.int().min(0).nullish()
const answerSchema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: tokens,
      cache_creation_input_tokens: tokens,
      cache_read_input_tokens: tokens,
      output_tokens: tokens,
    })
    .optional(),
})
type Answer = z.infer<typeof answerSchema>

const asSchema: RequestForm = ({ schema }) => ({
  output_config: { format: { type: 'json_schema', schema } },
})
/** Thinking counts as output. Some models cannot turn it off; older ones do not support schemas. */
const forms: RequestForms = [
  (request) => ({ ...asSchema(request), thinking: { type: 'disabled' } }),
  asSchema,
  () => ({}),
]

export function createAnthropicModel(settings: ModelSettings): LanguageModel {
  const { model, apiKey, timeoutMs } = settings
  const url = apiUrl(settings.url || defaultUrl, 'messages')
  const headers = { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) }
  const hints = {
    unreachable: `check the network and models.anthropic.url; tried ${url}`,
    refused: 'check models.anthropic.model and the API key in models.anthropic.apiKeyVariable',
  }
  const send = createSender(forms, (request, part, signal) => {
    const { system, prompt, mostOutputTokens } = request
    const messages = [{ role: 'user', content: prompt }]
    const body = { model, max_tokens: mostOutputTokens, system, messages, ...part }
    const mostBytes = mostReplyBytes
    return postJson(
      { provider: 'Anthropic', url, body, headers, timeoutMs, mostBytes, hints },
      signal,
    )
  })
  return {
    provider: 'anthropic',
    model,
    probe: async () => findMissingKey(settings) ?? 'ready',
    async complete(request, signal) {
      const problem = findMissingKey(settings)
      if (problem) throw misconfigured(problem)
      const answer = answerSchema.safeParse(await send(request, signal))
      if (answer.success) return toReply(answer.data)
      throw new ThroughlineError('model-unavailable', 'Anthropic answered without a message', {
        hint: `check that ${url} speaks the Messages API`,
      })
    },
  }
}

function toReply({ content, stop_reason, usage }: Answer): ModelReply {
  const blocks = content.filter(({ type }) => type === 'text')
  return {
    text: blocks.map(({ text = '' }) => text).join(''),
    isCut: stop_reason === 'max_tokens' || stop_reason === 'model_context_window_exceeded',
    isRefusal: stop_reason === 'refusal',
    usage: usage && {
      inputTokens:
        (usage.input_tokens ?? 0) +
        (usage.cache_creation_input_tokens ?? 0) +
        (usage.cache_read_input_tokens ?? 0),
      outputTokens: usage.output_tokens ?? 0,
    },
  }
}

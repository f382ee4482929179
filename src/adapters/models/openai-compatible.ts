/** `/v1/chat/completions`, which OpenAI, LM Studio, llama.cpp, vLLM, Mistral and others serve. */
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
  type Problem,
  type RequestForm,
  type RequestForms,
} from './model-api.ts'

const defaultUrl = 'https://api.openai.com/v1'

const answerSchema = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
  usage: z
    .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0).default(0) })
    .nullish()
    .catch(undefined),
})
type Answer = z.infer<typeof answerSchema>

export function createOpenAiModel(settings: ModelSettings): LanguageModel {
  const { model, apiKey, timeoutMs } = settings
  const url = apiUrl(settings.url || defaultUrl, 'chat/completions')
  const hints = {
    unreachable: `check models.openaiCompatible.url; tried ${url}`,
    refused: 'check models.openaiCompatible and the API key in its apiKeyVariable',
  }
  const send = createSender(formsOf(model), (request, part, signal) => {
    const messages = [
      { role: 'system', content: request.system },
      { role: 'user', content: request.prompt },
    ]
    const body = { model, messages, ...part }
    const provider = 'the chat API'
    const mostBytes = mostReplyBytes
    return postJson({ provider, url, body, apiKey, timeoutMs, mostBytes, hints }, signal)
  })
  return {
    provider: 'openai-compatible',
    model,
    probe: async () => findProblem(settings) ?? 'ready',
    async complete(request, signal) {
      const problem = findProblem(settings)
      if (problem) throw misconfigured(problem)
      const answer = answerSchema.safeParse(await send(request, signal))
      if (answer.success) return toReply(answer.data)
      throw new ThroughlineError('model-unavailable', 'the chat API answered without a message', {
        hint: `check that ${url} speaks the OpenAI chat protocol`,
      })
    },
  }
}

/** OpenAI's newer models use another name for the output limit, and need low reasoning effort. */
function formsOf(model: string): RequestForms {
  const name = model.slice(model.lastIndexOf('/') + 1)
  const isOpenAi = /^(o\d|gpt-(?!oss))/.test(name)
  const thinks = /^(o\d|gpt-([5-9]|\d\d))/.test(name)
  const bound: RequestForm = ({ mostOutputTokens }) =>
    isOpenAi ? { max_completion_tokens: mostOutputTokens } : { max_tokens: mostOutputTokens }
  const asSchema: RequestForm = ({ schema }) => ({
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema },
    },
    ...(thinks && { reasoning_effort: 'low' }),
  })
  return [
    (request) => ({ ...bound(request), ...asSchema(request) }),
    (request) => ({ ...bound(request), response_format: { type: 'json_object' } }),
    ({ mostOutputTokens }) => ({ max_tokens: mostOutputTokens }),
  ]
}

function findProblem(settings: ModelSettings): Problem | undefined {
  if (settings.model !== '') return findMissingKey(settings)
  const hint = 'throughline config set models.openaiCompatible.model NAME'
  return { problem: 'models.openaiCompatible.model is not set', hint }
}

function toReply({ choices: [choice], usage }: Answer): ModelReply {
  const { content, refusal } = choice.message
  return {
    text: content || refusal || '',
    isCut: choice.finish_reason === 'length',
    isRefusal: Boolean(refusal) || choice.finish_reason === 'content_filter',
    usage: usage
      ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
      : undefined,
  }
}

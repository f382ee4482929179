/** Parses the output of `claude --output-format json`: a reply, or an error with a hint. */
import { z } from 'zod'
import { type ErrorCode, ThroughlineError, type TokenUsage } from '../../contract/errors.ts'
import type { ModelReply } from '../../core/ports/models.ts'
import { oneLineExcerpt } from '../../core/text/shorten.ts'
import type { CommandResult } from '../run-command.ts'

const tokens = z.number().min(0).default(0)
const answerSchema = z.object({
  is_error: z.boolean(),
  result: z.string().default(''),
  stop_reason: z.string().nullish(),
  api_error_status: z.number().nullish(),
  total_cost_usd: z.number().min(0).optional(),
  /** Per model, summed over all calls. */
  modelUsage: z
    .record(
      z.string(),
      z.object({
        inputTokens: tokens,
        cacheReadInputTokens: tokens,
        cacheCreationInputTokens: tokens,
        outputTokens: tokens,
      }),
    )
    .optional(),
})
type Answer = z.infer<typeof answerSchema>

/** @throws ThroughlineError as `LanguageModel.complete` does */
export function readAnswer(result: CommandResult): ModelReply {
  const answer = parseAnswer(result.stdout)
  if (!answer) throw withoutAnswer(result)
  const usage = usageOf(answer)
  if (answer.stop_reason === 'refusal') {
    return { text: answer.result, isCut: false, isRefusal: true, usage }
  }
  if (!answer.is_error) return { text: answer.result, isCut: false, isRefusal: false, usage }
  if (/output token maximum/.test(answer.result)) {
    return { text: '', isCut: true, isRefusal: false, usage }
  }
  throw failureOf(answer, usage)
}

function parseAnswer(stdout: string): Answer | undefined {
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  try {
    return answerSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

function usageOf({ modelUsage, total_cost_usd }: Answer): TokenUsage | undefined {
  if (!modelUsage) return undefined
  const sum = (count: (used: NonNullable<Answer['modelUsage']>[string]) => number) =>
    Object.values(modelUsage).reduce((total, used) => total + count(used), 0)
  return {
    inputTokens: sum(
      (used) => used.inputTokens + used.cacheReadInputTokens + used.cacheCreationInputTokens,
    ),
    outputTokens: sum((used) => used.outputTokens),
    ...(total_cost_usd !== undefined && { costUsd: total_cost_usd }),
  }
}

function failureOf(
  { result, api_error_status }: Answer,
  usage: TokenUsage | undefined,
): ThroughlineError {
  const message = `claude failed: ${oneLineExcerpt(result)}`
  const status = api_error_status ?? undefined
  const wasRefused = status !== undefined && status < 500
  if (status === undefined && /log ?in|api key/i.test(result)) {
    const hint = 'run claude once and log in'
    return new ThroughlineError('model-misconfigured', message, { hint, wasRefused: true })
  }
  return new ThroughlineError(codeOf(status), message, {
    hint: 'run claude -p hello to see the error',
    wasRefused,
    usage,
  })
}

function codeOf(status: number | undefined): ErrorCode {
  if (status === undefined || status === 408 || status === 429 || status >= 500) {
    return 'model-unavailable'
  }
  return status === 400 || status === 413 ? 'model-rejected-input' : 'model-misconfigured'
}

/** An older client exits with `unknown option`. */
function withoutAnswer({ code, stdout, stderr }: CommandResult): ThroughlineError {
  const said = oneLineExcerpt(stderr.trim() || stdout)
  if (code === 1 && /unknown option/i.test(said)) {
    return new ThroughlineError('model-misconfigured', `claude is too old: ${said}`, {
      hint: 'claude update',
      wasRefused: true,
    })
  }
  const end = code === undefined ? 'was killed' : `exited with ${code}`
  return new ThroughlineError('model-unavailable', `claude ${end} without an answer: ${said}`, {
    hint: 'run claude -p hello to see the error',
  })
}

/** What each coding agent prints in its JSON mode. */
import { z } from 'zod'
import type { TokenUsage } from '../../contract/errors.ts'
import type { CommandResult } from '../programs.ts'

/** Members are undefined if the agent does not report them. */
export interface AgentAnswer {
  readonly text?: string | undefined
  readonly isCut?: boolean
  readonly isRefusal?: boolean
  readonly failure?: { readonly message: string; readonly status?: number | undefined } | undefined
  readonly usage?: TokenUsage | undefined
}

const tokens = z.number().min(0).default(0)

const claudeAnswer = z.object({
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

export function readClaudeAnswer({ stdout }: CommandResult): AgentAnswer | undefined {
  const answer = claudeAnswer.safeParse(documentIn(stdout)).data
  if (!answer) return undefined
  const { is_error, result: text, api_error_status, modelUsage, total_cost_usd } = answer
  const usage = modelUsage && {
    ...sumOf(Object.values(modelUsage), (used) => [
      used.inputTokens + used.cacheReadInputTokens + used.cacheCreationInputTokens,
      used.outputTokens,
    ]),
    ...(total_cost_usd !== undefined && { costUsd: total_cost_usd }),
  }
  if (answer.stop_reason === 'refusal') return { text, isRefusal: true, usage }
  if (!is_error) return { text, usage }
  if (/output token maximum/.test(text)) return { isCut: true, usage }
  return { failure: { message: text, status: api_error_status ?? undefined }, usage }
}

const codexEvent = z.object({
  type: z.string(),
  item: z.object({ type: z.string(), text: z.string().default('') }).optional(),
  error: z.object({ message: z.string() }).optional(),
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }).optional(),
})

export function readCodexAnswer({ stdout }: CommandResult): AgentAnswer | undefined {
  const events = linesIn(stdout, codexEvent)
  const ended = events.findLast(({ type }) => /^turn\.(completed|failed)$/.test(type))
  if (!ended) return undefined
  const text = events.findLast(({ item }) => item?.type === 'agent_message')?.item?.text
  const usage = ended.usage && {
    inputTokens: ended.usage.input_tokens,
    outputTokens: ended.usage.output_tokens,
  }
  if (!ended.error) return { text, usage }
  if (/max_output_tokens/.test(ended.error.message)) return { text, isCut: true, usage }
  return { failure: ended.error, usage }
}

const geminiAnswer = z.object({
  response: z.string().optional(),
  error: z
    .object({ message: z.string(), code: z.union([z.number(), z.string()]).optional() })
    .optional(),
  stats: z
    .object({
      models: z.record(
        z.string(),
        z.object({ tokens: z.object({ prompt: tokens, candidates: tokens, thoughts: tokens }) }),
      ),
    })
    .optional(),
})

export function readGeminiAnswer({ stdout, stderr }: CommandResult): AgentAnswer | undefined {
  const found = [stdout, stderr].map((text) => geminiAnswer.safeParse(documentIn(text)).data)
  const answer = found.find((each) => each && (each.response ?? each.error) !== undefined)
  if (!answer) return undefined
  const { response: text, error, stats } = answer
  const usage =
    stats &&
    sumOf(Object.values(stats.models), ({ tokens: used }) => [
      used.prompt,
      used.candidates + used.thoughts,
    ])
  if (!error) return { text, usage }
  if (/\bblocked\b|\bsafety\b/i.test(error.message)) {
    return { text: error.message, isRefusal: true, usage }
  }
  const status = typeof error.code === 'number' && error.code >= 400 ? error.code : undefined
  return { failure: { message: error.message, status }, usage }
}

const openCodeEvent = z.object({
  type: z.string(),
  part: z
    .object({
      text: z.string().default(''),
      reason: z.string().default(''),
      cost: z.number().min(0).optional(),
      tokens: z
        .object({
          input: tokens,
          output: tokens,
          reasoning: tokens,
          cache: z.object({ read: tokens, write: tokens }).prefault({}),
        })
        .optional(),
    })
    .optional(),
  error: z
    .object({
      name: z.string().default(''),
      data: z
        .object({ message: z.string().default(''), statusCode: z.number().optional() })
        .prefault({}),
    })
    .optional(),
})

export function readOpenCodeAnswer({ stdout }: CommandResult): AgentAnswer | undefined {
  const events = linesIn(stdout, openCodeEvent)
  const steps = events.flatMap(({ type, part }) => (type === 'step_finish' && part ? [part] : []))
  const usage = sumOf(steps, ({ tokens: used }) =>
    used ? [used.input + used.cache.read + used.cache.write, used.output + used.reasoning] : [0, 0],
  )
  const costUsd = steps.reduce((sum, { cost = 0 }) => sum + cost, 0)
  const spent = steps.length > 0 ? { ...usage, ...(costUsd > 0 && { costUsd }) } : undefined
  const error = events.findLast(({ type }) => type === 'error')?.error
  if (error) {
    const { message, statusCode } = error.data
    return { failure: { message: message || error.name, status: statusCode }, usage: spent }
  }
  const reason = steps.at(-1)?.reason
  if (reason === undefined) return undefined
  return {
    text: events.flatMap(({ type, part }) => (type === 'text' && part ? [part.text] : [])).at(-1),
    isCut: reason === 'length',
    isRefusal: reason === 'content-filter',
    usage: spent,
  }
}

const copilotEvent = z.object({
  type: z.string(),
  exitCode: z.number().optional(),
  data: z
    .object({
      content: z.string().optional(),
      message: z.string().optional(),
      statusCode: z.number().optional(),
    })
    .optional(),
})

const copilotReport = z.object({
  modelMetrics: z.record(
    z.string(),
    z.object({
      usage: z.object({
        inputTokens: tokens,
        outputTokens: tokens,
        cacheReadTokens: tokens,
        cacheWriteTokens: tokens,
      }),
    }),
  ),
})

export function readCopilotAnswer(
  { stdout }: CommandResult,
  report: string,
): AgentAnswer | undefined {
  const events = linesIn(stdout, copilotEvent)
  const used = copilotReport.safeParse(documentIn(report)).data
  const usage =
    used &&
    sumOf(Object.values(used.modelMetrics), ({ usage: each }) => [
      each.inputTokens,
      each.outputTokens,
    ])
  const error = events.findLast(({ type }) => type === 'session.error')?.data
  if (error) {
    return { failure: { message: error.message ?? '', status: error.statusCode }, usage }
  }
  const said = events.findLast(({ type }) => type === 'assistant.message')?.data?.content
  return said === undefined ? undefined : { text: said, usage }
}

const qwenEvent = z.object({
  type: z.string(),
  is_error: z.boolean().default(false),
  result: z.string().optional(),
  error: z.object({ message: z.string() }).optional(),
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }).optional(),
})

export function readQwenAnswer({ stdout }: CommandResult): AgentAnswer | undefined {
  const events = z.array(qwenEvent).safeParse(documentIn(stdout)).data ?? []
  const ended = events.findLast(({ type }) => type === 'result')
  if (!ended) return undefined
  const { result: text, error, is_error, usage: used } = ended
  const usage = used && { inputTokens: used.input_tokens, outputTokens: used.output_tokens }
  if (!is_error) return { text, usage }
  return { failure: { message: error?.message ?? text ?? '' }, usage }
}

function sumOf<Used>(
  all: readonly Used[],
  count: (used: Used) => readonly [input: number, output: number],
): TokenUsage {
  return all.map(count).reduce<TokenUsage>(
    (sum, [input, output]) => ({
      inputTokens: sum.inputTokens + input,
      outputTokens: sum.outputTokens + output,
    }),
    { inputTokens: 0, outputTokens: 0 },
  )
}

/** Returns the lines with this form; agents also print other lines and warnings. */
function linesIn<Event>(text: string, form: z.ZodType<Event>): Event[] {
  return text.split('\n').flatMap((line) => form.safeParse(parsed(line)).data ?? [])
}

/** Parses the JSON value at the end of the text, after any warnings. */
function documentIn(text: string): unknown {
  const lines = text.trimEnd().split('\n')
  for (const [index, line] of lines.entries()) {
    if (!/^[[{]/.test(line)) continue
    const value = parsed(lines.slice(index).join('\n'))
    if (value !== undefined) return value
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

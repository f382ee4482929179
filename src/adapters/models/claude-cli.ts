/**
 * Runs the user's own `claude` for one request: no tools, hooks, MCP servers or saved session. It
 * runs in an empty folder, so it reads no project's instructions.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type ErrorCode, ThroughlineError, type TokenUsage } from '../../contract/errors.ts'
import type { LanguageModel, ModelReply, ModelRequest } from '../../core/ports/models.ts'
import { oneLineExcerpt } from '../../core/text/shorten.ts'
import { cleanEnvironment } from '../../home/clean-environment.ts'
import { type CommandResult, findCommand, runCommand } from '../programs.ts'
import { misconfigured, mostReplyBytes, type Problem } from './model-api.ts'

export interface ClaudeCliSettings {
  readonly command: string
  readonly model: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
}

export function createClaudeCliModel(settings: ClaudeCliSettings): LanguageModel {
  const { command, model, env } = settings
  const find = () => findCommand(command, env)
  return {
    provider: 'claude-cli',
    model,
    probe: async () => (find() ? 'ready' : notFound(command)),
    async complete(request, signal) {
      const file = find()
      if (!file) throw misconfigured(notFound(command))
      return readAnswer(await ask(file, request, settings, signal))
    },
  }
}

async function ask(
  file: string,
  request: ModelRequest,
  settings: ClaudeCliSettings,
  signal: AbortSignal,
): Promise<CommandResult> {
  const { command, model, timeoutMs } = settings
  const limit = AbortSignal.timeout(timeoutMs)
  const folder = await mkdtemp(join(tmpdir(), 'throughline-judge-'))
  try {
    return await runCommand(
      {
        file,
        args: argumentsFor(model, request),
        env: environmentFor(settings.env, request),
        folder,
        input: request.prompt,
        mostBytes: mostReplyBytes,
      },
      AbortSignal.any([signal, limit]),
    )
  } catch (cause) {
    signal.throwIfAborted()
    if (limit.aborted) throw tooSlow(command, timeoutMs)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ThroughlineError('model-misconfigured', `cannot run ${command}: ${reason}`, {
      hint: 'check models.claudeCli.command',
      cause,
      wasRefused: true,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function argumentsFor(model: string, { system }: ModelRequest): string[] {
  return [
    ...['--print', '--output-format', 'json', '--model', model, '--system-prompt', system],
    ...['--no-session-persistence', '--tools', '', '--strict-mcp-config'],
    ...['--settings', JSON.stringify({ disableAllHooks: true })],
  ]
}

function environmentFor(
  env: ClaudeCliSettings['env'],
  { mostOutputTokens }: ModelRequest,
): Record<string, string | undefined> {
  const named = ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN']
  return {
    ...cleanEnvironment(env, { named }),
    // Our own hooks exit at once.
    THROUGHLINE_INTERNAL: '1',
    // No CLAUDE.md, plugins, skills or memory, but the login works.
    CLAUDE_CODE_SAFE_MODE: '1',
    // Otherwise it reads and sends every file the window mentions as @path.
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_EFFORT_LEVEL: 'low',
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(mostOutputTokens),
    // The caller retries, and counts each attempt.
    CLAUDE_CODE_MAX_RETRIES: '0',
    DISABLE_AUTOUPDATER: '1',
  }
}

function notFound(command: string): Problem {
  const hint = 'install Claude Code, or set models.claudeCli.command'
  return { problem: `command not found: ${command}`, hint }
}

function tooSlow(command: string, timeoutMs: number): ThroughlineError {
  return new ThroughlineError(
    'model-unavailable',
    `${command} did not answer within ${timeoutMs} ms`,
    {
      hint: 'if this happens often, raise models.timeoutSeconds',
    },
  )
}

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
function readAnswer(result: CommandResult): ModelReply {
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

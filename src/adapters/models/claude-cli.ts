/**
 * Runs the user's own `claude` for one request: no tools, hooks, MCP servers or saved session. It
 * runs in an empty folder, so it reads no project's instructions.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { LanguageModel, ModelRequest } from '../../core/ports/models.ts'
import { cleanEnvironment } from '../../home/clean-environment.ts'
import { findCommand } from '../find-command.ts'
import { type CommandResult, runCommand } from '../run-command.ts'
import { readAnswer } from './claude-answer.ts'
import { misconfigured, mostReplyBytes, type Problem } from './model-settings.ts'

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

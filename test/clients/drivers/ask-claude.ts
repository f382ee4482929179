/** A question to the real Claude Code in a world, which must not notice that it is listened to. */
import { expect } from 'vitest'
import type { Asked, Client } from './client.ts'
import { answerOf, type ClaudeRun, runClaude } from './run-claude.ts'

export interface ClaudeClient extends Client, Pick<ClaudeRun, 'env'> {}

export interface AskOptions extends Pick<ClaudeRun, 'signal'> {
  readonly project?: string
  readonly args?: readonly string[]
}

export async function askClaude(
  { binary, api, world, env }: ClaudeClient,
  prompt: string,
  { project = world.repository, args = [], ...rest }: AskOptions = {},
): Promise<Asked> {
  const before = api.requests.length
  const tools = ['--allowedTools', 'Bash,Read,Edit,Write,Agent,mcp__throughline']
  const outcome = await runClaude({
    binary,
    api,
    home: world.userHome,
    project,
    args: ['--print', prompt, '--output-format', 'json', ...tools, ...args],
    env: {
      TMPDIR: world.temporary,
      CLAUDE_CODE_TMPDIR: world.temporary,
      // It keeps a log of every MCP server there.
      XDG_CACHE_HOME: world.temporary,
      ...env,
    },
    ...rest,
  })
  expect(outcome).toMatchObject({ code: 0, stderr: '' })
  const { session_id, result, is_error } = answerOf(outcome)
  expect(is_error).toBe(false)
  const sent = api.requests.slice(before).map(({ body }) => body)
  const asked = sent.filter((body) => Array.isArray(body.tools) && body.tools.length > 0)
  return { sessionId: session_id, answer: result, asked }
}

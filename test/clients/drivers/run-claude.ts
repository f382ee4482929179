/** Runs the real Claude Code once, in print mode, knowing nothing of this machine's user. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Client, type WrittenSettings, writeSettings } from './client.ts'
import { type ClientOutcome, runClient } from './run-client.ts'

export interface ClaudeRun {
  readonly binary: string
  readonly api: { readonly url: string }
  readonly home: string
  readonly project: string
  readonly args: readonly string[]
  /** Added to the few variables the client gets; nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** Kills it with everything it started. */
  readonly signal?: AbortSignal
}

export function runClaude(run: ClaudeRun): Promise<ClientOutcome> {
  return runClient({ ...run, cwd: run.project, env: environmentOf(run) })
}

function environmentOf(run: ClaudeRun): Record<string, string> {
  return {
    HOME: run.home,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TERM: 'xterm-256color',
    ...apiVariables(run.api),
    ...run.env,
  }
}

/** What makes a client ask this API and nobody else. */
export function apiVariables({ url }: ClaudeRun['api']): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-fake',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
  }
}

/** As a user has them, with nothing of ours. */
export function writeClaudeSettings({ world }: Client): WrittenSettings {
  return writeSettings(
    join(world.userHome, '.claude', 'settings.json'),
    '{\n  "includeCoAuthoredBy": false,\n  "cleanupPeriodDays": 90\n}\n',
  )
}

const answerSchema = z.object({
  session_id: z.string(),
  result: z.string(),
  is_error: z.boolean(),
})

/** What `--output-format json` printed. */
export function answerOf({ stdout }: ClientOutcome): z.infer<typeof answerSchema> {
  return answerSchema.parse(JSON.parse(stdout))
}

const transcriptLine = z.object({
  attachment: z.looseObject({ type: z.string() }).optional(),
  hookErrors: z.array(z.string()).default([]),
})

/** What a transcript tells of hooks that printed something or failed; silent ones leave nothing. */
export function hookTraces(transcriptPath: string): unknown[] {
  const lines = readFileSync(transcriptPath, 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const { attachment, hookErrors } = transcriptLine.parse(JSON.parse(line))
    return attachment?.type.startsWith('hook_') ? [attachment, ...hookErrors] : hookErrors
  })
}

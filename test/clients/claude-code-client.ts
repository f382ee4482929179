/** Runs the real Claude Code once, in print mode, knowing nothing of this machine's user. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

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

export interface ClaudeOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** @throws Error when the client outlives its time limit (its process group is killed) or a signal ends it */
export function runClaude(run: ClaudeRun): Promise<ClaudeOutcome> {
  const { timeoutMs = 60_000 } = run
  const { promise, resolve, reject } = Promise.withResolvers<ClaudeOutcome>()
  // Detached makes it the leader of a process group, so that its shells die with it.
  const client = spawn(run.binary, run.args, {
    cwd: run.project,
    env: environmentOf(run),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let stdout = ''
  let stderr = ''
  client.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  client.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const fail = (what: string) => new Error(`claude ${what}\nstdout: ${stdout}\nstderr: ${stderr}`)
  const limit = setTimeout(() => {
    killGroup(client.pid)
    reject(fail(`took longer than ${timeoutMs} ms`))
  }, timeoutMs)
  run.signal?.addEventListener('abort', () => killGroup(client.pid), { once: true })
  client.on('error', (error) => {
    clearTimeout(limit)
    reject(error)
  })
  client.on('close', (code, signal) => {
    clearTimeout(limit)
    if (code === null) reject(fail(`was ended by ${signal}`))
    else resolve({ code, stdout, stderr })
  })
  return promise
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

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

const answerSchema = z.object({
  session_id: z.string(),
  result: z.string(),
  is_error: z.boolean(),
})

/** What `--output-format json` printed. */
export function answerOf({ stdout }: ClaudeOutcome): z.infer<typeof answerSchema> {
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

/** Payloads of seven hosts: those recorded from them, with the ids and texts of a session of ours. */
import { readFileSync } from 'node:fs'
import { isJsonObject, type Json, type JsonObject } from '../../src/core/model/json.ts'

/** What happens in a session, by the word of the host that reports it. */
const steps = ['start', 'prompt', 'tool', 'stop', 'compact', 'end'] as const
export type Step = (typeof steps)[number]

export interface Values {
  readonly session: string
  readonly turn: string
  readonly cwd: string
  readonly at: Date
  readonly prompt: string
  readonly answer: string
  readonly command: string
  readonly callId: string
  readonly output: string
}

/** The recorded file of each step, named as the event is up to the first `-`. */
type Recorded = Readonly<Partial<Record<Step, string>>>

const recorded = {
  'claude-code': {
    ...{ start: 'SessionStart-startup', prompt: 'UserPromptSubmit', tool: 'PostToolUse-Bash' },
    ...{ stop: 'Stop', compact: 'PreCompact-auto', end: 'SessionEnd-prompt_input_exit' },
  },
  codex: {
    ...{ start: 'SessionStart-startup', prompt: 'UserPromptSubmit', tool: 'PostToolUse-Bash' },
    ...{ stop: 'Stop', compact: 'PreCompact-auto', end: 'SessionEnd' },
  },
  gemini: {
    ...{ start: 'SessionStart-startup', prompt: 'BeforeAgent' },
    ...{ tool: 'AfterTool-run_shell_command', stop: 'AfterAgent' },
    ...{ compact: 'PreCompress-manual', end: 'SessionEnd-exit' },
  },
  qwen: {
    ...{ start: 'SessionStart-startup', prompt: 'UserPromptSubmit' },
    ...{ tool: 'PostToolUse-run_shell_command', stop: 'Stop' },
    ...{ compact: 'PreCompact-manual', end: 'SessionEnd-prompt_input_exit' },
  },
  cursor: {
    ...{ start: 'sessionStart', prompt: 'beforeSubmitPrompt', tool: 'postToolUse-Shell' },
    ...{ stop: 'stop', compact: 'preCompact', end: 'sessionEnd' },
  },
  kiro: {
    ...{ start: 'SessionStart', prompt: 'UserPromptSubmit', tool: 'PostToolUse-shell' },
    ...{ stop: 'Stop', compact: 'PreCompact' },
  },
  copilot: {
    ...{ start: 'sessionStart-new', prompt: 'userPromptSubmitted', tool: 'postToolUse-bash' },
    ...{ stop: 'agentStop', end: 'sessionEnd-complete' },
  },
} satisfies Record<string, Recorded>

export type HostName = keyof typeof recorded
export const hostNames = Object.keys(recorded) as HostName[]

export interface HookCall {
  readonly event: string
  readonly payload: JsonObject
}

/** @returns undefined if the host does not report this step */
export function hookCall(host: HostName, step: Step, values: Values): HookCall | undefined {
  const name = (recorded[host] as Recorded)[step]
  if (name === undefined) return undefined
  const payload = fill(template(host, name), members(values)) as JsonObject
  return { event: name.split('-')[0] ?? name, payload }
}

const templates = new Map<string, Json>()

function template(host: string, name: string): Json {
  const path = `../../test/fixtures/hosts/${host}/${name}.json`
  const known = templates.get(path)
  if (known !== undefined) return known
  const read = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Json
  templates.set(path, read)
  return read
}

/** By the names that hosts give them. */
function members(values: Values): Readonly<Record<string, string>> {
  const { session, turn, cwd, prompt, answer, command, callId, output } = values
  const transcript = `${cwd}/${session}.jsonl`
  return {
    ...{ session_id: session, sessionId: session, conversation_id: session },
    ...{ turn_id: turn, prompt_id: turn, generation_id: turn },
    ...{ cwd, transcript_path: transcript, transcriptPath: transcript },
    ...{ prompt, submitted_prompt: prompt, initialPrompt: prompt, command },
    ...{ last_assistant_message: answer, prompt_response: answer, assistant_response: answer },
    ...{ tool_use_id: callId, tool_call_id: callId },
    ...{ tool_response: output, stdout: output, llmContent: output, textResultForLlm: output },
    timestamp: values.at.toISOString(),
  }
}

function fill(value: Json, given: Readonly<Record<string, string>>): Json {
  if (Array.isArray(value)) return value.map((each) => fill(each, given))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replace(key, member, given)]),
  )
}

function replace(key: string, member: Json, given: Readonly<Record<string, string>>): Json {
  const known = given[key]
  if (known !== undefined && typeof member === 'string') return known
  if (key === 'workspace_roots') return [given.cwd ?? null]
  if (key === 'timestamp' && typeof member === 'number') return Date.parse(known ?? '')
  return fill(member, given)
}

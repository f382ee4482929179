/** Sample sessions as Claude Code and Codex send them to their hooks. */
import type { JsonObject } from '../../../core/model/json.ts'

export interface SampleEvent {
  readonly host: SampleHost
  readonly name: string
  readonly payload: JsonObject
  /** When it happened; undefined for the session that runs now. */
  readonly at?: Date
}

type SampleHost = 'claude-code' | 'codex'

export type Step =
  | { readonly user: string }
  | { readonly run: string; readonly output: string; readonly fails?: true }
  | { readonly read: string; readonly content: string }
  | { readonly edit: string; readonly from: string; readonly to: string }
  | { readonly answer: string }

export interface SampleSession {
  readonly host: SampleHost
  readonly id: string
  /** Undefined if it runs now. */
  readonly startedAt?: Date
  readonly steps: readonly Step[]
}

/** Between two events of a session that is over. */
const pauseMs = 45_000

export function sampleEvents(session: SampleSession, folder: string): SampleEvent[] {
  const { host, id, startedAt, steps } = session
  const common = { session_id: id, cwd: folder, transcript_path: `${folder}/${id}.jsonl` }
  let turn = 0
  const inTurn = () => {
    const turnId = `${id.slice(0, -2)}${String(turn).padStart(2, '0')}`
    return { ...common, ...(host === 'codex' ? { turn_id: turnId } : { prompt_id: turnId }) }
  }
  const spoken = steps.map((step, index) => {
    if ('user' in step) turn += 1
    const { name, ...fields } = toEvent[host](step, index, folder)
    return { name, fields: { ...inTurn(), ...fields } }
  })
  const model = host === 'codex' ? 'gpt-5.5' : 'claude-sonnet-5'
  const whole = [
    { name: 'SessionStart', fields: { ...common, source: 'startup', model } },
    ...spoken,
    { name: 'SessionEnd', fields: { ...common, reason: 'other' } },
  ]
  return whole.map(({ name, fields }, index) => ({
    host,
    name,
    payload: { hook_event_name: name, ...fields },
    ...(startedAt && { at: new Date(startedAt.getTime() + index * pauseMs) }),
  }))
}

type HookFields = JsonObject & { readonly name: string }

const toEvent: Record<SampleHost, (step: Step, index: number, folder: string) => HookFields> = {
  'claude-code': claudeEvent,
  codex: codexEvent,
}

function claudeEvent(step: Step, index: number, folder: string): HookFields {
  const tool = (tool_name: string, tool_input: JsonObject, tool_response: JsonObject) => ({
    ...{ name: 'PostToolUse', tool_name, tool_input, tool_response },
    ...{ tool_use_id: `toolu_sample_${index}`, duration_ms: 40 * (index + 1) },
  })
  if ('read' in step) {
    return tool('Read', { file_path: `${folder}/${step.read}` }, { content: step.content })
  }
  if ('edit' in step) {
    const file_path = `${folder}/${step.edit}`
    const change = { file_path, old_string: step.from, new_string: step.to }
    return tool('Edit', change, { filePath: file_path })
  }
  if (!('run' in step)) return spokenEvent(step)
  const { run: command, output } = step
  if (!step.fails) return tool('Bash', { command }, { stdout: output, stderr: '' })
  return {
    ...{ name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: { command } },
    ...{ tool_use_id: `toolu_sample_${index}`, error: `Exit code 1\n${output}` },
    ...{ is_interrupt: false, duration_ms: 910 },
  }
}

function codexEvent(step: Step, index: number): HookFields {
  const tool = (tool_name: string, command: string, tool_response: string) => ({
    ...{ name: 'PostToolUse', tool_name, tool_input: { command }, tool_response },
    tool_use_id: `call_sample_${index}`,
  })
  if ('read' in step) return tool('Bash', `cat ${step.read}`, `${step.content}\n`)
  if ('run' in step) return tool('Bash', step.run, `${step.output}\n`)
  if (!('edit' in step)) return spokenEvent(step)
  const { edit, from, to } = step
  const lines = [`*** Update File: ${edit}`, '@@', `-${from}`, `+${to}`]
  const patch = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')
  return tool('apply_patch', patch, `Success. Updated the following files:\nM ${edit}\n`)
}

function spokenEvent(step: Extract<Step, { user: string } | { answer: string }>): HookFields {
  return 'user' in step
    ? { name: 'UserPromptSubmit', prompt: step.user }
    : { name: 'Stop', stop_hook_active: false, last_assistant_message: step.answer }
}

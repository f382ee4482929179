/**
 * A recorded turn as Claude Code would have reported it: payloads of its hooks, and lines of the
 * transcript that it writes meanwhile. Sessions of other hosts are reported the same way, since the
 * recordings have no payloads of theirs.
 */
import type { Json, JsonObject } from '../../src/core/model/json.ts'
import type { LabelledSession, RecordedAction, RecordedTurn } from './data.ts'
import { findProjectRoot, moveInto } from './project-root.ts'

/** A hook, a line of the transcript, or both, the line first. */
export interface RecordedEvent {
  /** Which action of its turn, counted from 0; undefined for what is none. */
  readonly action?: number
  readonly line?: JsonObject
  readonly hook?: { readonly name: string; readonly payload: JsonObject }
}

export interface SessionEvents {
  start(source: 'startup' | 'compact'): RecordedEvent
  prompt(turn: number): RecordedEvent
  /** What the agent said and did, without its answer. */
  work(turn: number): RecordedEvent[]
  /** None for a turn that was interrupted. */
  answer(turn: number): RecordedEvent[]
  compaction(): RecordedEvent[]
  end(): RecordedEvent
}

/** @param turn counted from 1, everywhere */
export function sessionEvents(
  session: LabelledSession,
  folder: string,
  transcript: string,
): SessionEvents {
  const root = findProjectRoot(session)
  const common = { session_id: session.id, transcript_path: transcript, cwd: folder }
  const hook = (name: string, own: JsonObject) => ({
    name,
    payload: { ...common, hook_event_name: name, ...own },
  })
  const turnOf = (turn: number) => session.turns[turn - 1] as RecordedTurn
  const idOf = (turn: number) => `${session.id}-turn-${turn}`
  const said = (text: string) => ({ line: assistantLine([{ type: 'text', text }]) })

  function act(turn: number, number: number, action: RecordedAction): RecordedEvent[] {
    const id = `${idOf(turn)}-tool-${number}`
    const { failed, output } = action
    const name = claudeNames.get(action.tool) ?? action.tool
    const input = moveInto(folder, root, asSent(action.input))
    const call = { prompt_id: idOf(turn), tool_name: name, tool_input: input, tool_use_id: id }
    const use = {
      line: assistantLine([{ type: 'tool_use', id, name, input }]),
      action: number,
      hook: hook('PreToolUse', call),
    }
    const result = { type: 'tool_result', tool_use_id: id, content: output, is_error: failed }
    const line = { type: 'user', message: { role: 'user', content: [result] } }
    const done = { line, action: number }
    if (failed && wasRefused(output)) {
      const byUser = output.startsWith(refusedByUser) && { toolDenialKind: 'user-rejected' }
      return [use, { ...done, line: { ...line, ...byUser } }]
    }
    return failed
      ? [use, { ...done, hook: hook('PostToolUseFailure', { ...call, error: output }) }]
      : [
          use,
          { ...done, hook: hook('PostToolUse', { ...call, tool_response: responseOf(action) }) },
        ]
  }

  return {
    start: (source) => ({ hook: hook('SessionStart', { source }) }),
    prompt(turn) {
      const { prompt } = turnOf(turn)
      const id = idOf(turn)
      return {
        line: { type: 'user', promptId: id, message: { role: 'user', content: prompt } },
        hook: hook('UserPromptSubmit', { prompt_id: id, prompt }),
      }
    },
    work(turn) {
      const { said: messages, actions } = turnOf(turn)
      const acts = actions.flatMap((action, number) => [
        ...messagesBefore(number, messages, actions.length).map(said),
        ...act(turn, number, action),
      ])
      return actions.length === 0 ? messages.map(said) : acts
    },
    answer(turn) {
      const { answer } = turnOf(turn)
      if (!answer) return []
      const payload = {
        prompt_id: idOf(turn),
        stop_hook_active: false,
        last_assistant_message: answer,
      }
      return [{ ...said(answer), hook: hook('Stop', payload) }]
    },
    compaction: () => [
      { hook: hook('PreCompact', { trigger: 'auto', custom_instructions: '' }) },
      { line: { type: 'system', subtype: 'compact_boundary' } },
    ],
    end: () => ({ hook: hook('SessionEnd', { reason: 'prompt_input_exit' }) }),
  }
}

/** Tools of Cursor, Codex and OpenCode that Claude Code has under another name. */
const claudeNames = new Map([
  ['ripgrep_raw_search', 'Grep'],
  ['semantic_search_full', 'Grep'],
  ['glob_file_search', 'Glob'],
  ['list_dir_v2', 'LS'],
  ['todo_write', 'TodoWrite'],
  ['update_plan', 'TodoWrite'],
  ['create_plan', 'ExitPlanMode'],
  ['read_lints', 'LSP'],
  ['task_v2', 'Task'],
  ['apply_patch', 'Edit'],
])

function assistantLine(content: Json[]): JsonObject {
  return { type: 'assistant', message: { role: 'assistant', content } }
}

/** The recordings do not say between which actions a message stood, so they are spread evenly. */
function messagesBefore(number: number, messages: readonly string[], actions: number): string[] {
  return messages.filter((_, index) => Math.floor((index * actions) / messages.length) === number)
}

const refusedByUser = "The user doesn't want to proceed"

/** Claude Code sends no hook for a call that its user or its own checks refused. */
function wasRefused(output: string): boolean {
  return output.startsWith(refusedByUser) || /^(?:<tool_use_error>|Permission to use)/.test(output)
}

/** Lists were recorded as text; some of them are cut and stay so. */
function asSent(input: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, parsedList(value)] as const),
  )
}

function parsedList(value: Json): Json {
  if (typeof value !== 'string' || !value.startsWith('[{')) return value
  try {
    return JSON.parse(value) as Json
  } catch {
    return value
  }
}

function responseOf({ tool, output }: RecordedAction): Json {
  if (tool === 'Bash') return { stdout: output, stderr: '', interrupted: false }
  return tool === 'AskUserQuestion' ? answersIn(output) : output
}

const answered = /"((?:[^"\\]|\\.)+)"="([\s\S]*?)"(?=, "|\. You can now| user notes)/g

/** The transcript has them as a sentence, the payload as an object. */
function answersIn(output: string): Json {
  const answers = [...output.matchAll(answered)].map(([, question = '', answer = '']) => [
    question,
    answer,
  ])
  return answers.length === 0 ? output : { answers: Object.fromEntries(answers) }
}

/** Payloads as Claude Code sends them, for one session. */
import type { JsonObject } from '../../../src/core/model/json.ts'

export interface SessionPayloads {
  start(source?: string): JsonObject
  prompt(turn: number, text: string): JsonObject
  toolUse(turn: number, id: string, output?: string): JsonObject
  toolFailure(turn: number, id: string, error: string): JsonObject
  stop(turn: number, answer: string): JsonObject
  end(): JsonObject
}

export function sessionPayloads(sessionId: string, cwd: string): SessionPayloads {
  const common = {
    session_id: sessionId,
    transcript_path: `${cwd}/${sessionId}.jsonl`,
    cwd,
  }
  const inTurn = (name: string, turn: number) => ({
    ...common,
    hook_event_name: name,
    prompt_id: `${sessionId}-turn-${turn}`,
    permission_mode: 'default',
  })
  const bash = (id: string) => ({
    tool_name: 'Bash',
    tool_input: { command: `make ${id}`, description: 'Build one part' },
    tool_use_id: id,
    duration_ms: 12,
  })
  return {
    start: (source = 'startup') => ({ ...common, hook_event_name: 'SessionStart', source }),
    prompt: (turn, text) => ({ ...inTurn('UserPromptSubmit', turn), prompt: text }),
    toolUse: (turn, id, output = `built ${id}`) => ({
      ...inTurn('PostToolUse', turn),
      ...bash(id),
      tool_response: { stdout: output, stderr: '', interrupted: false },
    }),
    toolFailure: (turn, id, error) => ({
      ...inTurn('PostToolUseFailure', turn),
      ...bash(id),
      error,
      is_interrupt: false,
    }),
    stop: (turn, answer) => ({
      ...inTurn('Stop', turn),
      stop_hook_active: false,
      last_assistant_message: answer,
    }),
    end: () => ({ ...common, hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }),
  }
}

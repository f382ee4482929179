/** The events of Cursor that we listen to, and Claude Code's names for them. */
import type { HostEventSpec } from '../../../core/ports/host.ts'

export const cursorEvents: readonly HostEventSpec[] = [
  { name: 'sessionStart', answers: true },
  { name: 'beforeSubmitPrompt', answers: false },
  { name: 'postToolUse', answers: false },
  { name: 'postToolUseFailure', answers: false },
  { name: 'afterAgentResponse', answers: false },
  { name: 'stop', answers: false },
  { name: 'subagentStop', answers: false },
  { name: 'preCompact', answers: true },
  { name: 'sessionEnd', answers: false },
]

/** Hooks of Claude Code that Cursor runs are called for its own events. */
export function cursorEventName(eventName: string): string {
  return byClaudeName.get(eventName) ?? eventName
}

const byClaudeName = new Map([
  ['SessionStart', 'sessionStart'],
  ['UserPromptSubmit', 'beforeSubmitPrompt'],
  ['PreToolUse', 'preToolUse'],
  ['PostToolUse', 'postToolUse'],
  ['PostToolUseFailure', 'postToolUseFailure'],
  ['Stop', 'stop'],
  ['SubagentStart', 'subagentStart'],
  ['SubagentStop', 'subagentStop'],
  ['PreCompact', 'preCompact'],
  ['SessionEnd', 'sessionEnd'],
])

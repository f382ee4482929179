/**
 * The events of Copilot CLI that we listen to, in the spelling for which it sends the same payload
 * as to hooks of Claude Code's. PreToolUse is not among them: when such a hook fails, the tool is
 * denied.
 */
import type { HostEventSpec } from '../../../core/ports/host.ts'

export const copilotEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'PostToolUseFailure', answers: false },
  { name: 'Stop', answers: false },
  { name: 'ErrorOccurred', answers: false },
  { name: 'SubagentStart', answers: true },
  { name: 'SubagentStop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'SessionEnd', answers: false },
]

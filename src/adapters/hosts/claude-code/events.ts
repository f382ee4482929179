/** The events of Claude Code that we listen to. */
import type { HostEventSpec } from '../../../core/ports/host.ts'

export const claudeCodeEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'PostToolUseFailure', answers: false },
  { name: 'Stop', answers: false },
  { name: 'StopFailure', answers: false },
  { name: 'SubagentStart', answers: true },
  { name: 'SubagentStop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'PostCompact', answers: false },
  { name: 'InstructionsLoaded', answers: false },
  { name: 'CwdChanged', answers: false },
  { name: 'SessionEnd', answers: false },
]

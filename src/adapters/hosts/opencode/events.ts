/** What our plugin in OpenCode tells us, in the names of Claude Code: we write both ends. */
import type { HostEventSpec } from '../../../core/ports/host.ts'

export const opencodeEvents: readonly HostEventSpec[] = [
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
  { name: 'SessionEnd', answers: false },
]

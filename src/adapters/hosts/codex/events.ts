/** The events of Codex that we listen to. A turn that is interrupted is left by the next prompt. */
import type { HostEventSpec } from '../../../core/ports/host.ts'

export const codexEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'Stop', answers: false },
  { name: 'SubagentStart', answers: true },
  { name: 'SubagentStop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'PostCompact', answers: false },
  { name: 'SessionEnd', answers: false },
]

/** Those whose hooks may hand text to the model. */
export const eventsTakingContext = ['SessionStart', 'UserPromptSubmit', 'SubagentStart']

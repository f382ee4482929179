/** The triggers of Kiro that we listen to, and what agents of version 2 call them. */
import type { HostEventSpec } from '../../../core/ports/host.ts'

export const kiroEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'Stop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'PostCompact', answers: false },
]

export function triggerName(eventName: string): string {
  return eventName === 'agentSpawn'
    ? 'SessionStart'
    : eventName.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

/** The events of Gemini CLI that we listen to: none of those it sends with every model call. */
import type { HostEventSpec } from '../../../core/ports/host.ts'

export const geminiEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'BeforeAgent', answers: true },
  { name: 'AfterTool', answers: false },
  { name: 'AfterAgent', answers: false },
  { name: 'PreCompress', answers: true },
  { name: 'SessionEnd', answers: false },
]

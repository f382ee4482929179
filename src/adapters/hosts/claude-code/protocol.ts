/** What Claude Code sends and how it is answered. Knows nothing of settings files. */
import type { HostProtocol } from '../../../core/ports/host.ts'
import { readContextTokens } from './context-tokens.ts'
import { claudeCodeEvents } from './events.ts'
import { parseClaudeCodeEvent } from './parse-event.ts'
import { readTranscript } from './transcript.ts'

export const claudeCodeProtocol: HostProtocol = {
  name: 'claude-code',
  displayName: 'Claude Code',
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: true,
    endOfTurnText: true,
    compaction: true,
    // 9,990 characters pass whole; 10,001 become a file path and a 2 KB preview.
    maxContextCharacters: 10_000,
  },
  events: claudeCodeEvents,
  parse: parseClaudeCodeEvent,
  readTranscript,
  readContextTokens,
  renderAnswer,
}

/** Text printed by a PreCompact hook would become an instruction to the summary, so it has none. */
const eventsTakingContext = ['SessionStart', 'UserPromptSubmit', 'SubagentStart']

function renderAnswer(eventName: string, context: string): string {
  if (context === '' || !eventsTakingContext.includes(eventName)) return ''
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: eventName, additionalContext: context },
  })
}

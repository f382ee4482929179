/** What Claude Code sends and how it is answered. Knows nothing of settings files. */
import type { HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { contextAnswer } from '../claude-shaped-answer.ts'
import { readContextTokens } from './context-tokens.ts'
import { claudeCodeEvents } from './events.ts'
import { parseClaudeCodeEvent } from './parse-event.ts'
import { readTranscript } from './transcript.ts'

export const claudeCodeProtocol: HostProtocol = {
  name: 'claude-code',
  displayName: 'Claude Code',
  mcpClients: ['claude-code'],
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
  // Text printed by a PreCompact hook would become an instruction to the summary, so it has none.
  renderAnswer: contextAnswer(['SessionStart', 'UserPromptSubmit', 'SubagentStart']),
  samplePrompt,
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  return { event, payload: { session_id: sessionId, hook_event_name: event, cwd, prompt: text } }
}

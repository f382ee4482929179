/** What Codex sends and how it is answered. Knows nothing of settings files. */
import type { HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { contextAnswer } from '../claude-shaped-answer.ts'
import { maxContextCharacters } from './context-limit.ts'
import { codexEvents, eventsTakingContext } from './events.ts'
import { parseCodexEvent } from './parse-event.ts'
import { readContextTokens, readTranscript } from './transcript.ts'

export const codexProtocol: HostProtocol = {
  name: 'codex',
  displayName: 'Codex',
  mcpClients: ['codex-mcp-client'],
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: true,
    endOfTurnText: true,
    compaction: true,
    maxContextCharacters,
  },
  events: codexEvents,
  parse: parseCodexEvent,
  readTranscript,
  readContextTokens,
  // It refuses fields it does not know, and any text from hooks of other events.
  renderAnswer: contextAnswer(eventsTakingContext),
  samplePrompt,
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  const payload = {
    session_id: sessionId,
    turn_id: `${sessionId}-1`,
    transcript_path: null,
    cwd,
    hook_event_name: event,
    model: 'unknown',
    permission_mode: 'default',
    prompt: text,
  }
  return { event, payload }
}

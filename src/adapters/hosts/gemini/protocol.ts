/** What Gemini CLI sends and how it is answered. Knows nothing of settings files. */
import type { HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { contextAnswer } from '../claude-shaped-answer.ts'
import { readContextTokens } from './context-tokens.ts'
import { geminiEvents } from './events.ts'
import { parseGeminiEvent } from './parse-event.ts'
import { readTranscript } from './transcript.ts'

export const geminiProtocol: HostProtocol = {
  name: 'gemini',
  displayName: 'Gemini CLI',
  mcpClients: ['gemini-cli-mcp-client'],
  capabilities: {
    injectsAtStart: true,
    // After `/clear` it shows what a hook says to the user and drops what is for the model.
    losesStartOf: ['clear', 'compact'],
    injectsAtPrompt: true,
    endOfTurnText: true,
    compaction: true,
    // The most that was tried; it passed whole.
    maxContextCharacters: 60_000,
  },
  events: geminiEvents,
  parse: parseGeminiEvent,
  readTranscript,
  readContextTokens,
  // One JSON object or nothing: any other text is shown to the user as a message.
  renderAnswer: contextAnswer(['SessionStart', 'BeforeAgent']),
  samplePrompt,
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'BeforeAgent'
  return { event, payload: { session_id: sessionId, hook_event_name: event, cwd, prompt: text } }
}

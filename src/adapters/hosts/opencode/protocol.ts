/** What our plugin in OpenCode sends and how it is answered. Knows nothing of files. */
import type { HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { opencodeEvents } from './events.ts'
import { parseOpencodeEvent } from './parse-event.ts'

export const opencodeProtocol: HostProtocol = {
  name: 'opencode',
  displayName: 'OpenCode',
  mcpClients: ['opencode'],
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: true,
    endOfTurnText: true,
    compaction: true,
    // A part of a message has no limit: 100,000 characters reached the model whole.
    maxContextCharacters: 100_000,
  },
  events: opencodeEvents,
  parse: parseOpencodeEvent,
  // The plugin takes what is printed as it is.
  renderAnswer: (eventName, context) => (takesContext.has(eventName) ? context : ''),
  samplePrompt,
}

const takesContext = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  return { event: 'UserPromptSubmit', payload: { session_id: sessionId, cwd, prompt: text } }
}

/** What Kiro sends and how it is answered. Knows nothing of settings files. */
import type { HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { kiroEvents, triggerName } from './events.ts'
import { parseKiroEvent } from './parse-event.ts'

export const kiroProtocol: HostProtocol = {
  name: 'kiro',
  displayName: 'Kiro CLI',
  mcpClients: ['Q DEV CLI', 'Kiro CLI'],
  capabilities: {
    injectsAtStart: true,
    losesStartOf: ['compact'],
    injectsAtPrompt: true,
    endOfTurnText: true,
    compaction: true,
    // None is documented.
    maxContextCharacters: 10_000,
  },
  events: kiroEvents,
  parse: parseKiroEvent,
  renderAnswer,
  samplePrompt,
}

const eventsTakingContext = ['SessionStart', 'UserPromptSubmit']

/** What a hook prints goes to the model as it is. */
function renderAnswer(eventName: string, context: string): string {
  return eventsTakingContext.includes(triggerName(eventName)) ? context : ''
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  return { event, payload: { hook_event_name: event, cwd, session_id: sessionId, prompt: text } }
}

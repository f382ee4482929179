/** What Cursor sends and how it is answered. Knows nothing of settings files. */
import type { HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { cursorEventName, cursorEvents } from './events.ts'
import { parseCursorEvent } from './parse-event.ts'

export const cursorProtocol: HostProtocol = {
  name: 'cursor',
  displayName: 'Cursor',
  mcpClients: ['cursor-vscode', 'cursor'],
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: false,
    endOfTurnText: true,
    compaction: true,
    // None is documented.
    maxContextCharacters: 10_000,
  },
  events: cursorEvents,
  parse: parseCursorEvent,
  // It runs Claude Code's hooks too, with payloads of its own.
  isSender: ({ cursor_version: version }) => typeof version === 'string',
  renderAnswer,
  samplePrompt,
}

/** Whatever else is printed could stop a prompt or send the agent on. */
function renderAnswer(eventName: string, context: string): string {
  if (context === '' || cursorEventName(eventName) !== 'sessionStart') return ''
  return JSON.stringify({ additional_context: context })
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'beforeSubmitPrompt'
  const payload = {
    conversation_id: sessionId,
    generation_id: `${sessionId}-1`,
    model: 'unknown',
    hook_event_name: event,
    cursor_version: 'unknown',
    workspace_roots: [cwd],
    user_email: null,
    transcript_path: null,
    prompt: text,
    attachments: [],
  }
  return { event, payload }
}

/** What Copilot CLI sends and how it is answered. Knows nothing of settings files. */
import type { JsonObject } from '../../../core/model/json.ts'
import type { HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import { copilotEvents } from './events.ts'
import { parseCopilotEvent } from './parse-event.ts'
import { readContextTokens, readTranscript } from './transcript.ts'

export const copilotProtocol: HostProtocol = {
  name: 'copilot',
  displayName: 'Copilot CLI',
  mcpClients: ['github-copilot-developer'],
  capabilities: {
    injectsAtStart: true,
    losesStartOf: ['compact'],
    injectsAtPrompt: true,
    endOfTurnText: false,
    compaction: true,
    // Only that of a tool's result is documented: 10 KB.
    maxContextCharacters: 10_000,
  },
  events: copilotEvents,
  parse: parseCopilotEvent,
  isSender,
  readTranscript,
  readContextTokens,
  renderAnswer,
  samplePrompt,
}

/**
 * It runs hooks from `.claude/settings*.json` too. Unlike Claude Code it tells the time in every
 * payload and mostly no transcript; the one it has is called otherwise.
 */
function isSender(payload: JsonObject): boolean {
  const { timestamp, transcript_path: path = payload.transcriptPath } = payload
  const isOwnRecord = path === undefined || /[/\\]events\.jsonl$/.test(String(path))
  return timestamp !== undefined && isOwnRecord
}

const eventsTakingContext = ['SessionStart', 'UserPromptSubmit', 'SubagentStart']

function renderAnswer(eventName: string, context: string): string {
  if (context === '' || !eventsTakingContext.includes(eventName)) return ''
  return JSON.stringify({ additionalContext: context })
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  const payload = {
    hook_event_name: event,
    session_id: sessionId,
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd,
    prompt: text,
  }
  return { event, payload }
}

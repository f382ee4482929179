/** Parses Kiro's hook payloads and renders the answers. */
import { isJsonObject } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import { claudeReaders, takeAnswer, toolReader } from '../shared/event-readers.ts'

export const kiroProtocol = defineProtocol({
  name: 'kiro',
  mcpClients: ['Q DEV CLI', 'Kiro CLI'],
  shell: { marks: [], programs: ['kiro-cli', 'kiro-cli-chat'] },
  instructions: {
    inHome: [['.kiro/steering/AGENTS.md']],
    inProject: [
      ['AGENTS.md'],
      ['.kiro/steering/product.md'],
      ['.kiro/steering/structure.md'],
      ['.kiro/steering/tech.md'],
    ],
  },
  events: ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'PreCompact', 'PostCompact'],
  context: {
    start: 'SessionStart',
    losesStartOf: ['compact'],
    prompt: 'UserPromptSubmit',
    // No limit is documented.
    maxCharacters: 10_000,
    render: (context) => context,
  },
  // Drops events without a session id, which early clients send. If the folder stood in for the
  // session, all sessions there would share one and get context only once.
  payload: {
    rename: triggerName,
    readers: {
      ...claudeReaders,
      PostToolUse: toolReader({
        hasFailed: ({ output }) => isJsonObject(output) && output.success === false,
      }),
      Stop: (fields) => ({
        kind: 'turn-end',
        outcome: 'ok',
        ...takeAnswer(fields, 'assistant_response'),
      }),
    },
  },
})

/** Version 2 starts event names with a lowercase letter and names one event differently. */
function triggerName(eventName: string): string {
  if (eventName === 'agentSpawn') return 'SessionStart'
  return eventName.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

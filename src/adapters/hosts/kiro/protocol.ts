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
  // Events of early clients name no session and are dropped: with the folder as the session, all
  // sessions there would be taken for one that has already got its context.
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

/** In version 2 names begin with a small letter, and one is different. */
function triggerName(eventName: string): string {
  if (eventName === 'agentSpawn') return 'SessionStart'
  return eventName.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

/** Parses what our OpenCode plugin sends and renders the answers. */
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import {
  beforeToolReader,
  claudeReaders,
  type PayloadFields,
  toolReader,
  typedOrigin,
} from '../shared/event-readers.ts'

export const opencodeProtocol = defineProtocol({
  name: 'opencode',
  mcpClients: ['opencode'],
  shell: { marks: ['OPENCODE'], programs: ['opencode'] },
  instructions: {
    inHome: [['.config/opencode/AGENTS.md', '.claude/CLAUDE.md']],
    inFolders: [['AGENTS.md', 'CLAUDE.md']],
  },
  // Our plugin sends them under Claude Code's names.
  events: [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'StopFailure',
    'SubagentStart',
    'SubagentStop',
    'PreCompact',
    'PostCompact',
    'SessionEnd',
  ],
  context: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    subagentStart: 'SubagentStart',
    // Our plugin adds this context to the tool's output.
    afterFailure: 'PostToolUse',
    atFile: 'PostToolUse',
    atTool: 'PostToolUse',
    // Our plugin throws, and OpenCode reports that to the model. OpenCode plugins cannot ask.
    guard: { event: 'PreToolUse', kinds: ['block'], render: ({ reason }) => reason },
    // Message parts have no limit: 100,000 characters reached the model whole.
    maxCharacters: 100_000,
    render: (context) => context,
  },
  payload: {
    readers: {
      ...claudeReaders,
      UserPromptSubmit: readPrompt,
      PreToolUse: beforeToolReader,
      PostToolUse: toolReader({ hasFailed: ({ output }) => exitsBadly(output) }),
      PostToolUseFailure: toolReader({
        takeOutput: (fields) => fields.takeObject(['error']),
        hasFailed: () => true,
      }),
    },
    turnId: 'prompt_id',
    isDistinct,
  },
})

/** A turn starts and ends once, by its message; a subagent can start again. */
function isDistinct({ detail, hostTurnId, fields }: Omit<HostEvent, 'isDistinct'>) {
  if (detail.kind === 'turn-end') return hostTurnId !== undefined
  const isSubagents = detail.kind === 'subagent-start' || detail.kind === 'subagent-end'
  return isSubagents ? fields.message_id !== undefined : undefined
}

function readPrompt(fields: PayloadFields): EventDetail | undefined {
  const sent = fields.takeString('prompt')
  if (sent === undefined) return undefined
  if (fields.take('is_by_host') === true) {
    return { kind: 'prompt', text: sent, origin: 'notification' }
  }
  const text = withoutQuotes(sent)
  return { kind: 'prompt', text, origin: typedOrigin(text) }
}

/** Only shell commands have an exit code; it is null if the command was killed. */
function exitsBadly(response: Json): boolean {
  if (!isJsonObject(response)) return false
  const { metadata, isError } = response
  const exit = isJsonObject(metadata) ? metadata.exit : undefined
  return (exit !== undefined && exit !== 0) || isError === true
}

/** `opencode run` puts quotes around every argument with a space and escapes quotes inside it. */
function withoutQuotes(prompt: string): string {
  const quoted = /^"((?:[^"]|(?<=\\)")* (?:[^"]|(?<=\\)")*)"$/.exec(prompt)?.[1]
  return quoted === undefined ? prompt : quoted.replaceAll('\\"', '"')
}

/** Parses Cursor's hook payloads and renders the answers. */
import { parseBoundedJson } from '../../../core/model/bounded-json.ts'
import type { HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import {
  claudeReaders,
  type PayloadFields,
  takeAnswer,
  toolReader,
} from '../shared/event-readers.ts'

export const cursorProtocol = defineProtocol({
  name: 'cursor',
  mcpClients: ['cursor-vscode', 'cursor'],
  shell: { marks: ['CURSOR_AGENT'], programs: ['cursor-agent'] },
  // And rules in .cursor/rules, of which it alone knows which apply.
  instructions: { inProject: [['.cursorrules']], inFolders: [['AGENTS.md']] },
  // Cursor runs Claude Code's hooks too, with payloads of its own.
  isSender: ({ cursor_version: version }) => typeof version === 'string',
  events: [
    'sessionStart',
    'beforeSubmitPrompt',
    'postToolUse',
    'postToolUseFailure',
    'afterAgentResponse',
    'stop',
    'subagentStop',
    'preCompact',
    'sessionEnd',
  ],
  promptEvent: 'beforeSubmitPrompt',
  compactionEvent: 'preCompact',
  // Text printed at any other event could stop a prompt or send the agent on.
  context: {
    start: 'sessionStart',
    // No limit is documented.
    maxCharacters: 10_000,
    render: (context) => JSON.stringify({ additional_context: context }),
  },
  payload: {
    rename: cursorEventName,
    takeSession,
    takeCwd,
    takeAgent,
    turnId: 'generation_id',
    readers: {
      sessionStart: claudeReaders.SessionStart,
      sessionEnd: claudeReaders.SessionEnd,
      beforeSubmitPrompt: claudeReaders.UserPromptSubmit,
      postToolUse: toolReader({
        takeOutput: (fields) => parseOutput(fields.take('tool_output') ?? null),
        hasFailed: ({ output }) => hasExitedBadly(output),
        duration: 'duration',
      }),
      postToolUseFailure: toolReader({
        takeOutput: (fields) => ({
          error: fields.take('error_message') ?? null,
          ...fields.takeObject(['failure_type', 'is_interrupt']),
        }),
        hasFailed: () => true,
        duration: 'duration',
      }),
      // Sent with every message of the agent; the last is the answer, which `stop` lacks.
      afterAgentResponse: (fields) => {
        const answer = fields.takeString('text')
        return answer === undefined ? undefined : { kind: 'turn-end', answer, outcome: 'ok' }
      },
      // A turn that the user interrupted has not ended; the next prompt leaves it open.
      stop: (fields) => {
        const status = fields.peek('status')
        if (status === 'aborted') return undefined
        return { kind: 'turn-end', outcome: status === 'error' ? 'failed' : 'ok' }
      },
      subagentStart: claudeReaders.SubagentStart,
      subagentStop: (fields) => ({ kind: 'subagent-end', ...takeAnswer(fields, 'summary') }),
      preCompact: claudeReaders.PreCompact,
    },
  },
  sampleFields: ({ sessionId, cwd }) => ({
    conversation_id: sessionId,
    generation_id: `${sessionId}-1`,
    model: 'unknown',
    cursor_version: 'unknown',
    workspace_roots: [cwd],
    user_email: null,
    transcript_path: null,
    attachments: [],
  }),
})

/** Hooks of Claude Code get Cursor's events under Claude Code's names. */
function cursorEventName(eventName: string): string {
  if (eventName === 'UserPromptSubmit') return 'beforeSubmitPrompt'
  return eventName.replace(/^(?:Session|Pre|Post|Stop|Subagent)/, (start) => start.toLowerCase())
}

/** The start of a session carries its id twice. */
function takeSession(fields: PayloadFields): string | undefined {
  const conversation = fields.takeNonEmptyString('conversation_id')
  if (conversation === undefined) return fields.takeNonEmptyString('session_id')
  if (fields.peek('session_id') === conversation) fields.take('session_id')
  return conversation
}

/** Only tools carry a folder of their own; the user's hooks always run in `~/.cursor`. */
function takeCwd(fields: PayloadFields): string | undefined {
  const roots = fields.peek('workspace_roots')
  const root = Array.isArray(roots) ? roots[0] : undefined
  const cwd = fields.takeNonEmptyString('cwd')
  return cwd ?? (typeof root === 'string' && root !== '' ? root : undefined)
}

function takeAgent(fields: PayloadFields): HostEvent['agent'] {
  const id = fields.takeNonEmptyString('subagent_id')
  return id === undefined ? undefined : { id, name: fields.takeString('subagent_type') ?? '' }
}

/** A tool's output is JSON in a string. */
function parseOutput(output: Json): Json {
  if (typeof output !== 'string') return output
  try {
    return parseBoundedJson(output) as Json
  } catch {
    return output
  }
}

function hasExitedBadly(output: Json): boolean {
  const exitCode = isJsonObject(output) ? output.exitCode : undefined
  return typeof exitCode === 'number' && exitCode !== 0
}

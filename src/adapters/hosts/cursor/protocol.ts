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
  // Only Cursor knows which rules in .cursor/rules apply.
  instructions: { inProject: [['.cursorrules']], inFolders: [['AGENTS.md']] },
  // Cursor also runs Claude Code's hooks, with its own payloads.
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
  // At any other event, printed text could stop a prompt or make the agent continue.
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
      // Cursor sends this with every agent message. The last one is the answer, which `stop` lacks.
      afterAgentResponse: (fields) => {
        const answer = fields.takeString('text')
        return answer === undefined ? undefined : { kind: 'turn-end', answer, outcome: 'ok' }
      },
      // An interrupted turn has not ended; it stays open when the next prompt arrives.
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

/** Cursor calls Claude Code's hooks with Claude Code's event names. */
function cursorEventName(eventName: string): string {
  if (eventName === 'UserPromptSubmit') return 'beforeSubmitPrompt'
  return eventName.replace(/^(?:Session|Pre|Post|Stop|Subagent)/, (start) => start.toLowerCase())
}

/** A session start has its id twice. */
function takeSession(fields: PayloadFields): string | undefined {
  const conversation = fields.takeNonEmptyString('conversation_id')
  if (conversation === undefined) return fields.takeNonEmptyString('session_id')
  if (fields.peek('session_id') === conversation) fields.take('session_id')
  return conversation
}

/** Only tool events have their own folder; the user's hooks always run in `~/.cursor`. */
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

/** Tool output is JSON inside a string. */
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

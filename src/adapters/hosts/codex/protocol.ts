/** Parses Codex's hook payloads and renders the answers. */

import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import type { HostEventSpec, HostProtocol, SamplePrompt } from '../../../core/ports/host.ts'
import {
  claudeShapedReaders,
  contextAnswer,
  detailBy,
  optional,
  takeAgent,
} from '../shared/claude-events.ts'
import { PayloadFields, sessionOfTranscript } from '../shared/payload-fields.ts'
import { originOf, readContextTokens, readTranscript } from './transcript.ts'

/** The events of Codex that we listen to. No event reports an interruption; the next prompt ends the turn. */
export const codexEvents: readonly HostEventSpec[] = [
  { name: 'SessionStart', answers: true },
  { name: 'UserPromptSubmit', answers: true },
  { name: 'PostToolUse', answers: false },
  { name: 'Stop', answers: false },
  { name: 'SubagentStart', answers: true },
  { name: 'SubagentStop', answers: false },
  { name: 'PreCompact', answers: true },
  { name: 'PostCompact', answers: false },
  { name: 'SessionEnd', answers: false },
]

/** Events whose hooks may give the model text. */
export const eventsTakingContext = ['SessionStart', 'UserPromptSubmit', 'SubagentStart']

/**
 * How much context Codex takes whole. It counts four bytes as a token, cuts the middle out of more
 * than 2,500 tokens and puts the whole into a file. So 10,000 characters pass, as long as each is a
 * byte; a hook may raise the limit for itself, which makes room for any other alphabet.
 */
const maxContextCharacters = 9_000

/** A UTF-16 unit takes at most three bytes. */
export const additionalContextLimit = Math.ceil((maxContextCharacters * 3) / 4)

export const codexProtocol: HostProtocol = {
  name: 'codex',
  displayName: 'Codex',
  mcpClients: ['codex-mcp-client'],
  capabilities: {
    injectsAtStart: true,
    injectsAtPrompt: true,
    injectsAtSubagentStart: true,
    endOfTurnText: true,
    compaction: true,
    maxContextCharacters,
  },
  events: codexEvents,
  parse: parseCodexEvent,
  readTranscript,
  readContextTokens,
  // It refuses fields it does not know, and any text from hooks of other events.
  renderAnswer: contextAnswer(eventsTakingContext),
  samplePrompt,
}

function samplePrompt({ sessionId, text, cwd }: SamplePrompt) {
  const event = 'UserPromptSubmit'
  const payload = {
    session_id: sessionId,
    turn_id: `${sessionId}-1`,
    transcript_path: null,
    cwd,
    hook_event_name: event,
    model: 'unknown',
    permission_mode: 'default',
    prompt: text,
  }
  return { event, payload }
}

function parseCodexEvent(eventName: string, payload: JsonObject): HostEvent | undefined {
  const fields = new PayloadFields(payload)
  const sessionId =
    fields.takeNonEmptyString('session_id') ?? sessionOfTranscript(fields.peek('transcript_path'))
  if (sessionId === undefined) return undefined

  if (fields.peek('hook_event_name') === eventName) fields.take('hook_event_name')
  const cwd = fields.takeNonEmptyString('cwd')
  const detail = takeDetail(eventName, fields)
  const agent = takeAgent(fields)
  // A subagent has turns and a transcript of its own, which are not those of the session.
  const hostTurnId = agent ? undefined : fields.takeNonEmptyString('turn_id')
  const transcriptPath = agent ? undefined : fields.takeNonEmptyString('transcript_path')
  return {
    host: 'codex',
    name: eventName,
    sessionId,
    detail,
    ...optional('cwd', cwd),
    ...optional('transcriptPath', transcriptPath),
    ...optional('hostTurnId', hostTurnId),
    ...optional('agent', agent),
    isDistinct: hasOwnId(detail, payload),
    fields: fields.left(),
  }
}

/** A turn has one prompt, and one start and end per subagent. */
function hasOwnId(detail: EventDetail, { turn_id }: JsonObject): boolean {
  if (detail.kind === 'tool') return detail.toolUseId !== undefined
  const isOncePerTurn = ['prompt', 'subagent-start', 'subagent-end'].includes(detail.kind)
  return isOncePerTurn && typeof turn_id === 'string' && turn_id !== ''
}

const takeDetail = detailBy({
  ...claudeShapedReaders,
  UserPromptSubmit: prompt,
  PostToolUse: tool,
})

/** A subagent's instructions are not the user's words and begin no turn. */
function prompt(fields: PayloadFields): EventDetail | undefined {
  if (fields.peek('agent_id') !== undefined) return undefined
  const text = fields.takeString('prompt')
  return text === undefined ? undefined : { kind: 'prompt', text, origin: originOf(text) }
}

function tool(fields: PayloadFields): EventDetail | undefined {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  const input = fields.take('tool_input') ?? null
  const output = fields.take('tool_response') ?? null
  return {
    kind: 'tool',
    toolName,
    ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
    input,
    output,
    outcome: outcomeOf(input, output),
  }
}

/** Codex reports no exit status, so a tool counts as failed only where its output plainly says so. */
function outcomeOf(input: Json, output: Json): 'ok' | 'failed' {
  return reportsFailure(output) || endsWithComplaint(input, output) ? 'failed' : 'ok'
}

/** `cat: notes.txt: No such file or directory`, said last by the command that decides the status. */
function endsWithComplaint(input: Json, output: Json): boolean {
  if (!isJsonObject(input) || typeof input.command !== 'string') return false
  if (typeof output !== 'string') return false
  const program = lastProgram(input.command)
  const lastLine = output.trimEnd().split('\n').at(-1) ?? ''
  const said = lastLine.split(':').map((part) => part.trim())
  return said.some((part) => complaint.test(part)) && said.some((part) => nameOf(part) === program)
}

const complaint =
  /^(?:command not found|no such file or directory|not a directory|is a directory|permission denied|operation not permitted|cannot execute(?: binary file)?)$/i

function lastProgram(command: string): string {
  const last =
    command
      .trim()
      .split(/\|\|?|&&?|;|\n/)
      .at(-1) ?? ''
  return nameOf(last.trim().split(/\s+/)[0] ?? '')
}

const nameOf = (program: string) => program.replace(/^.*[/\\]/, '')

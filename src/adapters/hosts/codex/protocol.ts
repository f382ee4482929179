/** Parses Codex's hook payloads and renders the answers. */
import { checksOf } from '../../../core/activity/checks.ts'
import { commandsIn } from '../../../core/activity/command-line.ts'
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import { testCounts } from '../../../core/digest/runs.ts'
import { signaturesIn } from '../../../core/failures/failure-signatures.ts'
import type { HostEvent, TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import {
  beforeToolReader,
  claudeReaders,
  outsideSubagents,
  toolReader,
  typedOrigin,
} from '../shared/event-readers.ts'
import { readMessages, tokenCount } from '../shared/transcript-lines.ts'

/**
 * How much context Codex takes uncut. Codex counts four bytes as a token; above 2,500 tokens it
 * cuts the middle out and saves the whole text to a file. So 10,000 one-byte characters fit. A hook
 * may raise its own limit, which makes room for any other alphabet.
 */
const maxCharacters = 9_000

/** A UTF-16 unit takes at most three bytes. */
export const additionalContextLimit = Math.ceil((maxCharacters * 3) / 4)

export const codexProtocol = defineProtocol({
  name: 'codex',
  mcpClients: ['codex-mcp-client'],
  shell: {
    marks: ['CODEX_THREAD_ID', 'CODEX_CI', 'CODEX_SANDBOX'],
    programs: ['codex', '@openai/codex'],
  },
  transcript: { read: (text) => readMessages(text, toMessage), tokensIn, windowIn },
  instructions: {
    inHome: [['.codex/AGENTS.override.md', '.codex/AGENTS.md']],
    inFolders: [['AGENTS.override.md', 'AGENTS.md']],
  },
  // No event reports an interruption; the next prompt ends the turn.
  events: [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'Stop',
    'SubagentStart',
    'SubagentStop',
    'PreCompact',
    'PostCompact',
    'SessionEnd',
  ],
  // Codex refuses fields it does not know, and any text from hooks of other events.
  context: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    subagentStart: 'SubagentStart',
    afterFailure: 'PostToolUse',
    atFile: 'PostToolUse',
    atTool: 'PreToolUse',
    // Codex answers `ask` with "unsupported" and runs the tool anyway.
    guard: { event: 'PreToolUse', kinds: ['block'] },
    maxCharacters,
  },
  payload: {
    readers: {
      ...claudeReaders,
      UserPromptSubmit: outsideSubagents(claudeReaders.UserPromptSubmit),
      PreToolUse: beforeToolReader,
      PostToolUse: toolReader({
        // Codex reports no exit status; only the output says whether a tool failed.
        hasFailed: ({ input, output }) =>
          reportsFailure(output) ||
          endsWithComplaint(input, output) ||
          isFailedCheck(input, output),
      }),
    },
    turnId: 'turn_id',
    hasSubagentTurns: true,
    isDistinct,
  },
  sampleFields: ({ sessionId }) => ({
    turn_id: `${sessionId}-1`,
    transcript_path: null,
    model: 'unknown',
    permission_mode: 'default',
  }),
})

/** Each subagent starts and ends once per turn, so the turn id identifies the event. */
function isDistinct({ detail, hostTurnId, fields }: Omit<HostEvent, 'isDistinct'>) {
  if (detail.kind !== 'subagent-start' && detail.kind !== 'subagent-end') return undefined
  const turnId = hostTurnId ?? fields.turn_id
  return typeof turnId === 'string' && turnId !== ''
}

/** Whether the failing command's complaint is last: `cat: notes.txt: No such file or directory`. */
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
  const commands = command.trim().split(/\|\|?|&&?|;|\n/)
  const [program = ''] = commands.at(-1)?.trim().split(/\s+/) ?? []
  return nameOf(program)
}

const nameOf = (program: string) => program.replace(/^.*[/\\]/, '')

/** Codex reports no exit status, so we judge a check by its output. */
function isFailedCheck(input: Json, output: Json): boolean {
  if (!isJsonObject(input) || typeof input.command !== 'string') return false
  if (typeof output !== 'string') return false
  if (checksOf(commandsIn(input.command).join(' && ')).length === 0) return false
  const counts = testCounts(output)
  return counts ? counts.failed !== 0 : signaturesIn(output).some((each) => telling.test(each))
}

/** A passing check may log messages too. */
const telling = /^(?:rule|code|test) /

/**
 * Reads an entry of the rollout file, `{type, payload}`. Messages are `response_item` entries; the
 * events around them repeat the same words.
 */
function toMessage({ type, payload, metadata }: JsonObject): TranscriptMessage | undefined {
  if (type === 'compacted') return { role: 'compaction' }
  if (type !== 'response_item' || !isJsonObject(payload) || payload.type !== 'message') return
  const isSummary = isJsonObject(metadata) && metadata.compaction_output === true
  const { role } = payload
  if (role === 'assistant' && !isSummary) {
    const text = joined(textsIn(payload.content))
    return text === '' ? undefined : { role, text }
  }
  return role === 'user' ? toPrompt(payload) : undefined
}

function toPrompt(message: JsonObject): TranscriptMessage | undefined {
  const { internal_chat_message_metadata_passthrough: about } = message
  const { content_item_kinds: kinds, turn_id } = isJsonObject(about) ? about : {}
  const texts = textsIn(message.content)
  const typed = Array.isArray(kinds)
    ? texts.filter((_, index) => kinds[index] === 'user.text')
    : texts.filter((text) => !byCodex.test(text))
  const text = joined(typed)
  const hostTurnId = typeof turn_id === 'string' ? turn_id : undefined
  return text === '' ? undefined : { role: 'user', text, origin: typedOrigin(text), hostTurnId }
}

/** Older versions do not record who wrote a part. Codex's own parts start like this. */
const byCodex =
  /^\s*(?:# AGENTS\.md instructions|<(?:user_instructions|environment_context|subagent_notification|turn_aborted|user_shell_command|skill|hook_prompt)\b)/

/** Returns one text per part, empty for an image. */
function textsIn(content: Json | undefined): string[] {
  if (!Array.isArray(content)) return []
  return content.map((part) =>
    isJsonObject(part) && typeof part.text === 'string' ? part.text : '',
  )
}

const joined = (texts: readonly string[]) => texts.filter(Boolean).join('\n').trim()

function tokensIn(line: JsonObject): number {
  const { last_token_usage: usage } = tokenInfoIn(line)
  return isJsonObject(usage) ? tokenCount(usage.total_tokens) : 0
}

function windowIn(line: JsonObject): number {
  return tokenCount(tokenInfoIn(line).model_context_window)
}

function tokenInfoIn({ payload }: JsonObject): JsonObject {
  if (!isJsonObject(payload) || payload.type !== 'token_count') return {}
  return isJsonObject(payload.info) ? payload.info : {}
}

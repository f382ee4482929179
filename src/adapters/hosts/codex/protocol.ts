/** Parses Codex's hook payloads and renders the answers. */

import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { defineProtocol } from '../shared/define-protocol.ts'
import { claudeReaders, outsideSubagents, toolReader } from '../shared/event-readers.ts'
import { isFailedCheck } from './failed-check.ts'
import { readContextTokens, readContextWindow, readTranscript } from './transcript.ts'

/**
 * How much context Codex takes whole. It counts four bytes as a token, cuts the middle out of more
 * than 2,500 tokens and puts the whole into a file. So 10,000 characters pass, as long as each is a
 * byte; a hook may raise the limit for itself, which makes room for any other alphabet.
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
  readTranscript,
  readContextTokens,
  readContextWindow,
  instructions: {
    inHome: [['.codex/AGENTS.override.md', '.codex/AGENTS.md']],
    inFolders: [['AGENTS.override.md', 'AGENTS.md']],
  },
  // No event reports an interruption; the next prompt ends the turn.
  events: [
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'Stop',
    'SubagentStart',
    'SubagentStop',
    'PreCompact',
    'PostCompact',
    'SessionEnd',
  ],
  promptEvent: 'UserPromptSubmit',
  compactionEvent: 'PreCompact',
  // Codex refuses fields it does not know, and any text from hooks of other events.
  context: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    subagentStart: 'SubagentStart',
    afterFailure: 'PostToolUse',
    atFile: 'PostToolUse',
    maxCharacters,
  },
  payload: {
    readers: {
      ...claudeReaders,
      UserPromptSubmit: outsideSubagents(claudeReaders.UserPromptSubmit),
      PostToolUse: toolReader({
        // Codex reports no exit status, so a tool counts as failed only if its output says so.
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

/** Each subagent starts and ends once per turn, so the turn's id is enough. */
function isDistinct({ detail, hostTurnId, fields }: Omit<HostEvent, 'isDistinct'>) {
  if (detail.kind !== 'subagent-start' && detail.kind !== 'subagent-end') return undefined
  const turnId = hostTurnId ?? fields.turn_id
  return typeof turnId === 'string' && turnId !== ''
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
  const commands = command.trim().split(/\|\|?|&&?|;|\n/)
  const [program = ''] = commands.at(-1)?.trim().split(/\s+/) ?? []
  return nameOf(program)
}

const nameOf = (program: string) => program.replace(/^.*[/\\]/, '')

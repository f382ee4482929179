/** Parses Claude Code's hook payloads and renders the answers. */
import { claudeMemoryName } from '../../../contract/vocabulary.ts'
import type { HostEvent } from '../../../core/model/host-event.ts'
import { defineProtocol, takeClaudeAgent } from '../shared/define-protocol.ts'
import {
  beforeToolReader,
  claudeFailureReader,
  claudeReaders,
  type PayloadFields,
  promptReader,
  takeAnswer,
  toolReader,
} from '../shared/event-readers.ts'
import { originOf, readTranscript, tokensIn } from './transcript.ts'

export const claudeCodeProtocol = defineProtocol({
  name: 'claude-code',
  mcpClients: ['claude-code'],
  shell: {
    marks: ['CLAUDECODE', 'CLAUDE_CODE_CHILD_SESSION'],
    programs: ['claude', '@anthropic-ai/claude-code'],
  },
  instructionFiles: [['CLAUDE.md'], [claudeMemoryName]],
  transcript: { read: readTranscript, tokensIn },
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
    'InstructionsLoaded',
    'CwdChanged',
    'SessionEnd',
  ],
  // PreCompact is left out: there the printed text would become an instruction for the summary.
  context: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    subagentStart: 'SubagentStart',
    afterTool: 'PostToolUse',
    afterFailure: 'PostToolUseFailure',
    atFile: 'PostToolUse',
    atTool: 'PreToolUse',
    guard: { event: 'PreToolUse', kinds: ['ask', 'block'] },
    // 9,990 characters arrive whole; 10,001 become a file path and a 2 KB preview.
    maxCharacters: 10_000,
  },
  payload: {
    readers: {
      ...claudeReaders,
      UserPromptSubmit: promptReader(originOf),
      PreToolUse: beforeToolReader,
      PostToolUse: toolReader({ duration: 'duration_ms' }),
      PostToolUseFailure: claudeFailureReader,
      SubagentStart: (fields) => (isCompaction(fields) ? undefined : { kind: 'subagent-start' }),
      SubagentStop: (fields) =>
        isCompaction(fields) ? undefined : { kind: 'subagent-end', ...takeAnswer(fields) },
      CwdChanged: () => ({ kind: 'cwd-changed' }),
    },
    turnId: 'prompt_id',
    takeCwd,
    takeAgent: (fields, eventName) =>
      isSubagentEvent(eventName) && isCompaction(fields) ? undefined : takeClaudeAgent(fields),
    isDistinct,
  },
})

function takeCwd(fields: PayloadFields, eventName: string): string | undefined {
  const newCwd = eventName === 'CwdChanged' ? fields.takeNonEmptyString('new_cwd') : undefined
  if (newCwd === undefined) return fields.takeNonEmptyString('cwd')
  if (fields.peek('cwd') === newCwd) fields.take('cwd')
  return newCwd
}

/** The model call that compacts ends like a subagent, but has no type and no start event. */
function isCompaction(fields: PayloadFields): boolean {
  return fields.peek('agent_type') === ''
}

/** The id of a compacting call is in `fields`. */
function isDistinct({ name, detail, fields }: Omit<HostEvent, 'isDistinct'>) {
  if (!isSubagentEvent(name) || detail.kind !== 'other') return undefined
  return typeof fields.agent_id === 'string' && fields.agent_id !== ''
}

const isSubagentEvent = (name: string) => name === 'SubagentStart' || name === 'SubagentStop'

/**
 * Builds a host's protocol. By default a host uses Claude Code's payloads and answers, as most do;
 * its definition lists only the differences.
 */
import { type HostName, hostNames } from '../../../contract/vocabulary.ts'
import type { HostEvent, TranscriptMessage } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type {
  HostCapabilities,
  HostProtocol,
  SamplePrompt,
  Verdict,
} from '../../../core/ports/host.ts'
import { type DetailReader, optional, PayloadFields, sessionOfTranscript } from './event-readers.ts'
import { findLastTokens } from './transcript-lines.ts'

type PassedOn = 'windowsShell' | 'mcpClients' | 'shell' | 'isSender' | 'instructions'

interface ProtocolSpec extends Pick<HostProtocol, PassedOn> {
  readonly name: HostName
  /** The events we connect, in the order in which settings list them. */
  readonly events: readonly string[]
  readonly context: ContextSpec
  readonly transcript?: TranscriptSpec
  /** Sent before a compaction. The hook answers this event, so the host waits for it. */
  readonly compactionEvent?: string
  readonly promptEvent?: string
  /** Like `HostCapabilities.instructionFiles`, for hosts that report what they load. */
  readonly instructionFiles?: HostCapabilities['instructionFiles']
  /** False if only the transcript contains the agent's answers. */
  readonly endOfTurnText?: boolean
  readonly payload: PayloadSpec
  /** Fields of a prompt payload besides session, folder and text. */
  sampleFields?(sample: SamplePrompt): JsonObject
}

interface ContextSpec {
  readonly start?: string
  readonly prompt?: string
  readonly subagentStart?: string
  readonly afterTool?: string
  /** The event for failed commands; may equal `afterTool`. */
  readonly afterFailure?: string
  /** The event for files that were read or changed; may equal `afterTool`. */
  readonly atFile?: string
  /** The event before a tool runs, or the one after it if the host takes no context before. */
  readonly atTool?: string
  readonly guard?: GuardSpec
  readonly maxCharacters: number
  /** Like `HostCapabilities.losesStartOf`. */
  readonly losesStartOf?: readonly string[]
  /** What the hook prints. */
  render?(context: string, eventName: string): string
}

/** How a hook can hold back a tool call on this host. */
interface GuardSpec {
  readonly event: string
  readonly kinds: readonly Verdict['kind'][]
  /** What the hook prints. */
  render?(verdict: Verdict): string
}

interface TranscriptSpec {
  /** Like `HostProtocol.readTranscript`. */
  readonly read: (text: string) => TranscriptMessage[]
  /** The tokens in the context according to this entry, 0 if unknown. */
  readonly tokensIn: (entry: JsonObject) => number
  /** The size of the context window according to this entry, 0 if unknown. */
  readonly windowIn?: (entry: JsonObject) => number
}

interface PayloadSpec {
  readonly readers: Readonly<Record<string, DetailReader>>
  /** Converts an event name from another spelling to the one in `events`. */
  rename?(eventName: string): string
  /** Changes the payload before any field is taken. */
  prepare?(payload: JsonObject): JsonObject
  takeSession?(fields: PayloadFields): string | undefined
  takeCwd?(fields: PayloadFields, eventName: string): string | undefined
  takeAgent?(fields: PayloadFields, eventName: string): HostEvent['agent']
  readonly turnId?: string
  /** Subagents have their own turns and transcript, separate from the session's. */
  readonly hasSubagentTurns?: boolean
  /** @returns undefined to decide by the ids of turn, tool call and subagent */
  isDistinct?(event: Omit<HostEvent, 'isDistinct'>): boolean | undefined
}

export function defineProtocol(spec: ProtocolSpec): HostProtocol {
  const { compactionEvent = 'PreCompact', promptEvent = 'UserPromptSubmit', ...given } = spec
  const { events, context, transcript, payload, sampleFields, ...own } = given
  const { start, prompt, subagentStart, afterTool, afterFailure, atFile, atTool, ...rest } = context
  const { maxCharacters, losesStartOf, render, guard } = rest
  const { endOfTurnText = true, instructionFiles, ...passedOn } = own
  const takesContext = new Set([start, prompt, subagentStart])
  const rename = payload.rename ?? ((eventName) => eventName)
  return {
    ...passedOn,
    displayName: hostNames[spec.name],
    capabilities: {
      injectsAtStart: start !== undefined,
      ...optional('losesStartOf', losesStartOf),
      injectsAtPrompt: prompt !== undefined,
      injectsAtSubagentStart: subagentStart !== undefined,
      injectsAfterTool: afterTool !== undefined,
      injectsAfterFailure: afterFailure !== undefined,
      injectsAtFile: atFile !== undefined,
      injectsAtTool: atTool !== undefined,
      guards: guard?.kinds ?? [],
      endOfTurnText,
      compaction: events.includes(compactionEvent),
      maxContextCharacters: maxCharacters,
      ...optional('instructionFiles', instructionFiles ?? readInProject(spec.instructions)),
    },
    events: events.map((name) => ({
      name,
      answers: takesContext.has(name) || name === compactionEvent,
      ...(name === afterTool && { answersIfSettled: true }),
      ...(name === afterFailure && { answersIfFailed: true }),
      ...(name === atFile && { answersAtFile: true }),
      ...(name === atTool && { answersAtTool: true }),
      ...(name === guard?.event && { guardsTool: true, isOnlyAsked: true }),
    })),
    parse: parserOf(spec.name, payload, rename),
    ...(transcript && transcriptReaders(transcript)),
    renderAnswer(eventName, text) {
      const name = rename(eventName)
      const isTaken =
        takesContext.has(name) || [afterTool, afterFailure, atFile, atTool].includes(name)
      return text === '' || !isTaken ? '' : (render ?? hookOutput)(text, name)
    },
    renderVerdict: (eventName, verdict) =>
      rename(eventName) === guard?.event ? (guard.render ?? permissionOf)(verdict) : '',
    samplePrompt(sample) {
      const { sessionId, text, cwd } = sample
      const common = { session_id: sessionId, hook_event_name: promptEvent, cwd, prompt: text }
      return { event: promptEvent, payload: { ...common, ...sampleFields?.(sample) } }
    },
  }
}

function transcriptReaders({ read, tokensIn, windowIn }: TranscriptSpec) {
  return {
    readTranscript: read,
    readContextTokens: (text: string) => findLastTokens(text, tokensIn),
    ...(windowIn && { readContextWindow: (text: string) => findLastTokens(text, windowIn) }),
  }
}

function readInProject(
  places: HostProtocol['instructions'],
): HostCapabilities['instructionFiles'] | undefined {
  const lists = [...(places?.inProject ?? []), ...(places?.inFolders ?? [])]
  return lists.length > 0 ? lists : undefined
}

function hookOutput(additionalContext: string, hookEventName: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } })
}

function permissionOf({ kind, reason }: Verdict): string {
  const hookSpecificOutput = {
    hookEventName: 'PreToolUse',
    permissionDecision: kind === 'ask' ? 'ask' : 'deny',
    permissionDecisionReason: reason,
  }
  return JSON.stringify({ hookSpecificOutput })
}

function parserOf(host: string, spec: PayloadSpec, rename: (name: string) => string) {
  const { prepare, takeSession, takeCwd, takeAgent = takeClaudeAgent, turnId } = spec
  // A map, because an event may be called `constructor`.
  const readers = new Map(Object.entries(spec.readers))

  return (eventName: string, payload: JsonObject): HostEvent | undefined => {
    const name = rename(eventName)
    const fields = new PayloadFields(prepare?.(payload) ?? payload)
    const sessionId =
      (takeSession ? takeSession(fields) : fields.takeNonEmptyString('session_id')) ??
      sessionOfTranscript(fields.peek('transcript_path'))
    if (sessionId === undefined) return undefined

    if (rename(String(fields.peek('hook_event_name'))) === name) fields.take('hook_event_name')
    const cwd = takeCwd ? takeCwd(fields, name) : fields.takeNonEmptyString('cwd')
    const detail = readers.get(name)?.(fields) ?? { kind: 'other' }
    const agent = takeAgent(fields, name)
    const isElsewhere = spec.hasSubagentTurns === true && agent !== undefined
    const takeId = (field = '') => (isElsewhere ? undefined : fields.takeNonEmptyString(field))
    const event = {
      host,
      name,
      sessionId,
      detail,
      ...optional('cwd', cwd),
      ...optional('transcriptPath', takeId('transcript_path')),
      ...optional('hostTurnId', takeId(turnId)),
      ...optional('agent', agent),
      fields: fields.left(),
    }
    return { ...event, isDistinct: spec.isDistinct?.(event) ?? hasOwnId(event) }
  }
}

/** A type without an id is the role of the whole session (`claude --agent`), not of a subagent. */
export function takeClaudeAgent(fields: PayloadFields): HostEvent['agent'] {
  const id = fields.takeNonEmptyString('agent_id')
  return id === undefined ? undefined : { id, name: fields.takeString('agent_type') ?? '' }
}

function hasOwnId({ detail, hostTurnId, agent }: Omit<HostEvent, 'isDistinct'>): boolean {
  switch (detail.kind) {
    case 'prompt':
      return hostTurnId !== undefined
    case 'tool':
      return detail.toolUseId !== undefined
    case 'subagent-start':
    case 'subagent-end':
      return agent !== undefined
    default:
      return false
  }
}

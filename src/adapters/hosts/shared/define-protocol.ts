/**
 * Builds a host's protocol. The defaults are Claude Code's payloads and answers, which most hosts
 * have adopted; a host states only what it does differently.
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
  /** The events we listen to, in the order in which settings list them. */
  readonly events: readonly string[]
  readonly context: ContextSpec
  readonly transcript?: TranscriptSpec
  /** Sent before a compaction. The hook answers, so that the host waits for it. */
  readonly compactionEvent?: string
  readonly promptEvent?: string
  /** As `HostCapabilities.instructionFiles`, for a host that reports what it loads. */
  readonly instructionFiles?: HostCapabilities['instructionFiles']
  /** False when only the transcript has the agent's answers. */
  readonly endOfTurnText?: boolean
  readonly payload: PayloadSpec
  /** What a prompt carries besides session, folder and text. */
  sampleFields?(sample: SamplePrompt): JsonObject
}

interface ContextSpec {
  /** The events at which the host takes context. */
  readonly start?: string
  readonly prompt?: string
  readonly subagentStart?: string
  readonly afterTool?: string
  /** Reports failed commands; may be the same as `afterTool`. */
  readonly afterFailure?: string
  /** Reports files that were read or changed; may be the same as `afterTool`. */
  readonly atFile?: string
  /** Announces a tool before it runs; for hosts that take nothing then, the event after it. */
  readonly atTool?: string
  readonly guard?: GuardSpec
  readonly maxCharacters: number
  /** As `HostCapabilities.losesStartOf`. */
  readonly losesStartOf?: readonly string[]
  /** What the hook prints. */
  render?(context: string, eventName: string): string
}

/** How the host lets a hook hold a tool call back. */
interface GuardSpec {
  readonly event: string
  readonly kinds: readonly Verdict['kind'][]
  /** What the hook prints. */
  render?(verdict: Verdict): string
}

interface TranscriptSpec {
  /** As `HostProtocol.readTranscript`. */
  readonly read: (text: string) => TranscriptMessage[]
  /** The tokens in the context by an entry, 0 if it does not say. */
  readonly tokensIn: (entry: JsonObject) => number
  /** The tokens the context can hold by an entry, 0 if it does not say. */
  readonly windowIn?: (entry: JsonObject) => number
}

interface PayloadSpec {
  readonly readers: Readonly<Record<string, DetailReader>>
  /** Turns an event name in another spelling into the one in `events`. */
  rename?(eventName: string): string
  /** Changes the payload before any field is taken. */
  prepare?(payload: JsonObject): JsonObject
  takeSession?(fields: PayloadFields): string | undefined
  takeCwd?(fields: PayloadFields, eventName: string): string | undefined
  takeAgent?(fields: PayloadFields, eventName: string): HostEvent['agent']
  /** The field with the id of the turn. */
  readonly turnId?: string
  /** A subagent has turns and a transcript of its own, which are not those of the session. */
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

/** A type without an id is the role of the whole session (`claude --agent`), not a subagent. */
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

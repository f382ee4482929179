/** Turns a session from a history into the events that hooks would have sent. */
import {
  type EventDetail,
  type HostEvent,
  importedName,
  importedTurn,
  type PromptOrigin,
} from '../../core/model/host-event.ts'
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  timeOf,
} from '../../core/model/json.ts'
import { type ImportedEvent, isSkipped, type SkippedPart } from '../../core/ports/history-source.ts'
import { readJsonLines } from '../foreign-files/read-lines.ts'
import { typedOrigin } from '../hosts/shared/event-readers.ts'

export interface Moment {
  readonly at: string
  readonly cwd?: string | undefined
  readonly branch?: string | undefined
  readonly remote?: string | undefined
  readonly model?: string | undefined
  readonly agent?: HostEvent['agent']
}

interface Prompt {
  /** The same in every copy of the history. */
  readonly identity: string
  readonly text: string
  /** Default: derived from the text alone. */
  readonly origin?: PromptOrigin
  /** The host's own id of the turn. */
  readonly turn?: string | undefined
}

export interface ToolResult {
  /** The same in every copy of the history. */
  readonly id: string
  readonly output: Json
  readonly hasFailed: boolean
  readonly durationMs?: number | undefined
}

export interface Conversation {
  prompt(prompt: Prompt, moment: Moment): ImportedEvent[]
  /** @param identity the same in every copy of the history; default: the turn and the text */
  answer(identity: string | undefined, text: string, moment: Moment): void
  /** Adds a prompt or an answer, depending on the role. Ignores empty text and other roles. */
  say(role: Json | undefined, identity: string, text: string, moment: Moment): ImportedEvent[]
  /** Ends the turn with an error of the host or the model. */
  fail(): void
  call(id: Json | undefined, name: Json | undefined, input: Json | undefined): void
  /** Ignored without a matching call before it. */
  result(result: ToolResult, moment: Moment): ImportedEvent[]
  /** Adds a call together with its result. */
  tool(
    tool: ToolResult & { readonly name: Json | undefined; readonly input: Json | undefined },
    moment: Moment,
  ): ImportedEvent[]
  compaction(
    identity: string,
    detail: { trigger?: string | undefined; summary?: string | undefined },
    moment: Moment,
  ): ImportedEvent[]
  end(): ImportedEvent[]
}

interface OpenTurn {
  readonly name: string
  readonly identity: string
  answer?: { readonly identity: string; readonly text: string; readonly moment: Moment }
  hasFailed: boolean
  last: Moment
}

export function createConversation(host: string, sessionId: string): Conversation {
  const calls = new Map<string, { readonly name: string; readonly input: Json }>()
  let turn: OpenTurn | undefined

  function toEvent(identity: string, detail: EventDetail, moment: Moment): ImportedEvent {
    const { at, cwd, branch, remote, model, agent } = moment
    const event: HostEvent = {
      host,
      name: importedName,
      sessionId,
      detail,
      isDistinct: true,
      fields: {},
      ...(cwd !== undefined && { cwd }),
      ...(turn && { hostTurnId: turn.name }),
      ...(agent && { agent }),
    }
    return { identity, occurredAt: at, event, branch, remote, model }
  }

  const conversation: Conversation = {
    prompt({ identity, text, origin = typedOrigin(text), turn: name }, moment) {
      const ended = conversation.end()
      turn = { name: name ?? importedTurn(identity), identity, hasFailed: false, last: moment }
      return [...ended, toEvent(`prompt ${identity}`, { kind: 'prompt', text, origin }, moment)]
    },
    answer(identity, text, moment) {
      if (!turn || moment.agent) return
      turn.answer = { identity: identity ?? `${turn.identity} ${text}`, text, moment }
      turn.last = moment
    },
    say(role, identity, text, moment) {
      if (text === '') return []
      if (role === 'assistant') conversation.answer(identity, text, moment)
      return role === 'user' ? conversation.prompt({ identity, text }, moment) : []
    },
    fail() {
      if (turn) turn.hasFailed = true
    },
    call(id, name, input) {
      calls.set(stringOf(id) ?? '', { name: stringOf(name) ?? 'unknown', input: input ?? null })
    },
    result({ id, output, hasFailed, durationMs }, moment) {
      const call = calls.get(id)
      if (!call) return []
      calls.delete(id)
      if (turn) turn.last = moment
      const detail: EventDetail = {
        kind: 'tool',
        toolName: call.name,
        toolUseId: id,
        input: call.input,
        output,
        outcome: hasFailed ? 'failed' : 'ok',
        ...(durationMs !== undefined && { durationMs }),
      }
      return [toEvent(`tool ${id}`, detail, moment)]
    },
    tool({ name, input, ...result }, moment) {
      conversation.call(result.id, name, input)
      return conversation.result(result, moment)
    },
    compaction(identity, { trigger = 'unknown', summary }, moment) {
      const detail: EventDetail = {
        kind: 'post-compact',
        trigger,
        ...(summary !== undefined && { summary }),
      }
      return [toEvent(`compaction ${identity}`, detail, moment)]
    },
    end() {
      if (!turn) return []
      const { answer, hasFailed, last, identity } = turn
      const outcome = hasFailed ? 'failed' : 'ok'
      const detail = { kind: 'turn-end', outcome, ...(answer && { answer: answer.text }) } as const
      const isOver = answer !== undefined || hasFailed
      const ended = isOver
        ? [toEvent(`end ${answer?.identity ?? identity}`, detail, answer?.moment ?? last)]
        : []
      turn = undefined
      return ended
    },
  }
  return conversation
}

/** Passes on each object of a JSON lines file and reports the lines it cannot read. */
export async function* takeLines(
  path: string,
  take: (entry: JsonObject) => Iterable<ImportedEvent | SkippedPart>,
  marks: readonly string[] = [],
): AsyncGenerator<ImportedEvent | SkippedPart> {
  for await (const line of readJsonLines(path, { marks })) {
    if (isSkipped(line)) yield line
    else yield* take(line.entry)
  }
}

/** Joins the text blocks of a message's content, which may also be a bare string. */
export function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map(objectOf)
    .filter(({ type }) => type === undefined || type === 'text')
    .flatMap(({ text }) => stringOf(text) ?? [])
    .join('\n')
}

/** The columns of a log of typed prompts. The log outlives the sessions. */
export interface PromptLog {
  readonly host: string
  readonly text: string
  readonly session: string
  readonly time: string
  readonly cwd?: string
  /** Distinguishes two prompts typed at the same time. */
  readonly number?: string
}

/** @param isKnown whether the session itself still exists, which has more detail */
export function takeLoggedPrompt(
  log: PromptLog,
  entry: JsonObject,
  isKnown: (sessionId: string) => boolean,
  cwd = log.cwd && stringOf(entry[log.cwd]),
): ImportedEvent[] {
  const text = stringOf(entry[log.text])
  const session = stringOf(entry[log.session])
  const at = timeOf(entry[log.time])
  if (text === undefined || session === undefined || at === undefined || isKnown(session)) return []
  // Skips shell commands. Gemini CLI logs what is typed in its shell mode without the mark.
  if (text.startsWith('!') || typedOrigin(text) !== 'user') return []
  const number = log.number === undefined ? '' : `${String(entry[log.number])} `
  const identity = `log ${session} ${number}${at}`
  return createConversation(log.host, session).prompt({ identity, text }, { at, cwd })
}

/** Storing an event takes 0.1 ms; real files have about 300 bytes per event. */
const leastBytesOfEvent = 100
const alwaysTaken = 1_000

/**
 * Reads the events of a text file that anyone may have committed, no more than its size justifies.
 */
export function* eventsOfFile(
  events: Iterable<ImportedEvent>,
  bytes: number,
): Generator<ImportedEvent | SkippedPart> {
  const most = alwaysTaken + bytes / leastBytesOfEvent
  let taken = 0
  for (const event of events) {
    taken += 1
    if (taken <= most) yield event
    else yield { skipped: 'event of a file with more events than its size suggests' }
  }
}

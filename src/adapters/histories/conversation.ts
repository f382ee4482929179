/** Turns what a history says of one session into the events that hooks would have sent. */
import {
  type EventDetail,
  type HostEvent,
  importedName,
  importedTurn,
  type PromptOrigin,
} from '../../core/model/host-event.ts'
import type { Json } from '../../core/model/json.ts'
import type { HistoryItem, ImportedEvent, SkippedPart } from '../../core/ports/history-source.ts'
import { findFile, toItem } from '../foreign-files/files.ts'

/** When and where something was said or done. */
export interface Moment {
  readonly at: string
  readonly cwd?: string | undefined
  readonly branch?: string | undefined
  readonly remote?: string | undefined
  readonly model?: string | undefined
  readonly agent?: HostEvent['agent']
}

interface Prompt {
  /** The same in every copy. */
  readonly identity: string
  readonly text: string
  readonly origin: PromptOrigin
  /** The host's own name of the turn. */
  readonly turn?: string | undefined
}

export interface ToolResult {
  /** The same in every copy. */
  readonly id: string
  readonly output: Json
  readonly outcome: 'ok' | 'failed'
  readonly durationMs?: number | undefined
}

export interface Conversation {
  prompt(prompt: Prompt, moment: Moment): ImportedEvent[]
  /** @param identity the same in every copy; without one, its words tell */
  answer(identity: string | undefined, text: string, moment: Moment): void
  /** The turn ends with an error of the host or the model. */
  fail(): void
  call(id: string, name: string, input: Json): void
  /** Of a call that was seen before; an unknown one says nothing. */
  result(result: ToolResult, moment: Moment): ImportedEvent[]
  compaction(
    identity: string,
    detail: { trigger: string; summary?: string },
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

/** Every event takes a tenth of a millisecond to store; real files have some 300 bytes for each. */
const leastBytesOfEvent = 100
const alwaysTaken = 1_000

/**
 * The events of a text file that anyone may have written into a repository, as many as its size
 * suggests.
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

  function end(): ImportedEvent[] {
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
  }

  return {
    prompt({ identity, text, origin, turn: name }, moment) {
      const ended = end()
      turn = { name: name ?? importedTurn(identity), identity, hasFailed: false, last: moment }
      return [...ended, toEvent(`prompt ${identity}`, { kind: 'prompt', text, origin }, moment)]
    },
    answer(identity, text, moment) {
      if (!turn || moment.agent) return
      turn.answer = { identity: identity ?? `${turn.identity} ${text}`, text, moment }
      turn.last = moment
    },
    fail() {
      if (turn) turn.hasFailed = true
    },
    call: (id, name, input) => void calls.set(id, { name, input }),
    result({ id, output, outcome, durationMs }, moment) {
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
        outcome,
        ...(durationMs !== undefined && { durationMs }),
      }
      return [toEvent(`tool ${id}`, detail, moment)]
    },
    compaction(identity, { trigger, summary }, moment) {
      const detail: EventDetail = {
        kind: 'post-compact',
        trigger,
        ...(summary !== undefined && { summary }),
      }
      return [toEvent(`compaction ${identity}`, detail, moment)]
    },
    end,
  }
}

// Databases that cannot be listed: each becomes an item that says why when it is read.

interface UnreadableItems {
  add(path: string, error: unknown): Promise<HistoryItem[]>
  /** @throws the reason if the item is one of them */
  check(item: HistoryItem): void
  clear(): void
}

export function createUnreadableItems(program: string): UnreadableItems {
  const reasons = new Map<string, unknown>()
  return {
    async add(path, error) {
      const file = await findFile(path)
      if (!file) return []
      reasons.set(path, explain(program, error))
      return [toItem(file, { sessions: 0 })]
    },
    check({ id }) {
      if (reasons.has(id)) throw reasons.get(id)
    },
    clear: () => reasons.clear(),
  }
}

function explain(program: string, error: unknown): unknown {
  if (!(error instanceof Error) || !/^no such (?:table|column)/.test(error.message)) return error
  return new Error(
    `written by a version of ${program} that Throughline does not know (${error.message})`,
  )
}

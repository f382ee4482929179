/**
 * Reads events in Claude Code's format, which other hosts have adopted. A payload without its
 * essential field becomes `other`.
 */
import type { EventDetail, PromptOrigin } from '../../../core/model/host-event.ts'
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { sha256 } from '../../ids.ts'

export type DetailReader = (fields: PayloadFields) => EventDetail | undefined

/** For what the payload leaves out. */
const unknown = 'unknown'

export const claudeReaders = {
  SessionStart: (fields) => ({
    kind: 'session-start',
    source: fields.takeString('source') ?? unknown,
    ...optional('model', fields.takeString('model')),
  }),
  UserPromptSubmit: promptReader(),
  Stop: (fields) => ({ kind: 'turn-end', outcome: 'ok', ...takeAnswer(fields) }),
  StopFailure: (fields) => ({ kind: 'turn-end', outcome: 'failed', ...takeAnswer(fields) }),
  SubagentStart: () => ({ kind: 'subagent-start' }),
  SubagentStop: (fields) => ({ kind: 'subagent-end', ...takeAnswer(fields) }),
  PreCompact: (fields) => ({
    kind: 'pre-compact',
    trigger: fields.takeString('trigger') ?? unknown,
    ...optional('contextTokens', fields.takeNumber('context_tokens')),
    ...optional('contextWindow', fields.takeNumber('context_window_size')),
  }),
  PostCompact: (fields) => ({
    kind: 'post-compact',
    trigger: fields.takeString('trigger') ?? unknown,
    ...optional('summary', fields.takeString('compact_summary')),
  }),
  InstructionsLoaded: (fields) => {
    const path = fields.takeNonEmptyString('file_path')
    if (path === undefined) return undefined
    const file = {
      path,
      kind: fields.takeString('memory_type') ?? unknown,
      reason: fields.takeString('load_reason') ?? unknown,
      ...optional('parent', fields.takeNonEmptyString('parent_file_path')),
      ...optional('trigger', fields.takeNonEmptyString('trigger_file_path')),
    }
    return { kind: 'instructions-loaded', file }
  },
  SessionEnd: (fields) => ({ kind: 'session-end', reason: fields.takeString('reason') ?? unknown }),
} satisfies Readonly<Record<string, DetailReader>>

export function promptReader(originOf: (text: string) => PromptOrigin = typedOrigin): DetailReader {
  return (fields) => {
    const text = fields.takeString('prompt')
    return text === undefined ? undefined : { kind: 'prompt', text, origin: originOf(text) }
  }
}

/** A subagent's instructions are not the user's words, and its answer ends no turn. */
export function outsideSubagents(read: DetailReader): DetailReader {
  return (fields) => (fields.peek('agent_id') === undefined ? read(fields) : undefined)
}

interface ToolSpec {
  /** By default the field `tool_response`. */
  takeOutput?(fields: PayloadFields): Json | undefined
  hasFailed?(tool: ToolCall): boolean
  /** The field with the milliseconds the call took. */
  readonly duration?: string
}

interface ToolCall {
  readonly toolName: string
  readonly input: Json
  readonly output: Json
}

export function toolReader({ takeOutput, hasFailed, duration = '' }: ToolSpec): DetailReader {
  return (fields) => {
    const toolName = fields.takeNonEmptyString('tool_name')
    if (toolName === undefined) return undefined
    const input = fields.take('tool_input') ?? null
    const output = (takeOutput ? takeOutput(fields) : fields.take('tool_response')) ?? null
    const call = { toolName, input, output }
    return {
      kind: 'tool',
      ...call,
      ...optional('toolUseId', fields.takeNonEmptyString('tool_use_id')),
      outcome: hasFailed?.(call) ? 'failed' : 'ok',
      ...optional('durationMs', fields.takeNumber(duration)),
    }
  }
}

/** A tool that is about to run. */
export const beforeToolReader: DetailReader = (fields) => {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  return { kind: 'before-tool', toolName, input: fields.take('tool_input') ?? null }
}

/** Claude Code's report of a failed tool, for the hosts that send it. */
export const claudeFailureReader = toolReader({
  takeOutput: (fields) => fields.takeObject(['error', 'is_interrupt', 'tool_response']),
  hasFailed: () => true,
  duration: 'duration_ms',
})

export function takeAnswer(
  fields: PayloadFields,
  name = 'last_assistant_message',
): { answer?: string } {
  return optional('answer', fields.takeString(name))
}

export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}

/** A path such as `/tmp/x` begins with a slash as well, but its first word does not end there. */
export function typedOrigin(prompt: string): PromptOrigin {
  return /^\/[\w:.-]+(\s|$)/.test(prompt) ? 'command' : 'user'
}

/**
 * Reads a host's payload field by field. Fields that are not taken, including those of a wrong type,
 * become the event's `fields`.
 */
export class PayloadFields {
  readonly #left: Map<string, Json>

  constructor(payload: JsonObject) {
    this.#left = new Map(Object.entries(payload))
  }

  peek(name: string): Json | undefined {
    return this.#left.get(name)
  }

  take(name: string): Json | undefined {
    const value = this.#left.get(name)
    this.#left.delete(name)
    return value
  }

  takeString(name: string): string | undefined {
    const value = this.#left.get(name)
    if (typeof value !== 'string') return undefined
    this.#left.delete(name)
    return value
  }

  /** For ids and paths, where an empty string means nothing. */
  takeNonEmptyString(name: string): string | undefined {
    return this.#left.get(name) === '' ? undefined : this.takeString(name)
  }

  takeNumber(name: string): number | undefined {
    const value = this.#left.get(name)
    if (typeof value !== 'number') return undefined
    this.#left.delete(name)
    return value
  }

  /** Takes the named fields that exist, as an object. */
  takeObject(names: readonly string[]): JsonObject {
    const present = names.filter((name) => this.#left.has(name))
    return Object.fromEntries(present.map((name) => [name, this.take(name) ?? null]))
  }

  left(): JsonObject {
    return Object.fromEntries(this.#left)
  }
}

/** For a payload without a session id. Two projects may have transcripts of the same file name. */
export function sessionOfTranscript(path: Json | undefined): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined
  return `transcript-${sha256(path).slice(0, 32)}`
}

/** Gemini CLI, and Qwen Code after it, append the contents of every `@path` to the prompt. */
export const withoutReferencedFiles = (prompt: string) => prompt.replace(referencedFiles, '')

const referencedFiles = /\n+--- Content from referenced files ---[\s\S]*$/

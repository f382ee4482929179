/**
 * Reads events in Claude Code's format, which most hosts use. A payload without its essential field
 * becomes `other`.
 */
import type { EventDetail, PromptOrigin } from '../../../core/model/host-event.ts'
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { sha256 } from '../../ids.ts'

export type DetailReader = (fields: PayloadFields) => EventDetail | undefined

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

/** A subagent's instructions are not the user's words, and its answer does not end the turn. */
export function outsideSubagents(read: DetailReader): DetailReader {
  return (fields) => (fields.peek('agent_id') === undefined ? read(fields) : undefined)
}

interface ToolSpec {
  /** Default: the field `tool_response`. */
  takeOutput?(fields: PayloadFields): Json | undefined
  hasFailed?(tool: ToolCall): boolean
  /** The field with the duration of the call in milliseconds. */
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

export const beforeToolReader: DetailReader = (fields) => {
  const toolName = fields.takeNonEmptyString('tool_name')
  if (toolName === undefined) return undefined
  return { kind: 'before-tool', toolName, input: fields.take('tool_input') ?? null }
}

/** Reads Claude Code's event for a failed tool; some other hosts send it too. */
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

/** A path such as `/tmp/x` also starts with a slash, but a second slash follows. */
export function typedOrigin(prompt: string): PromptOrigin {
  return /^\/[\w:.-]+(\s|$)/.test(prompt) ? 'command' : 'user'
}

/**
 * Reads a host's payload field by field. Fields that nobody takes, or that have the wrong type, end
 * up in the event's `fields`.
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

  takeObject(names: readonly string[]): JsonObject {
    const present = names.filter((name) => this.#left.has(name))
    return Object.fromEntries(present.map((name) => [name, this.take(name) ?? null]))
  }

  left(): JsonObject {
    return Object.fromEntries(this.#left)
  }
}

/** A session id for payloads without one. Transcripts of two projects may share a file name. */
export function sessionOfTranscript(path: Json | undefined): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined
  return `transcript-${sha256(path).slice(0, 32)}`
}

/** Gemini CLI, and its fork Qwen Code, append the contents of every `@path` to the prompt. */
export const withoutReferencedFiles = (prompt: string) => prompt.replace(referencedFiles, '')

const referencedFiles = /\n+--- Content from referenced files ---[\s\S]*$/

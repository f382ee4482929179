/**
 * Reads events in Claude Code's format, which other hosts have adopted. A payload without its
 * essential field becomes `other`.
 */
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import type { PayloadFields } from './payload-fields.ts'

export type DetailReader = (fields: PayloadFields) => EventDetail | undefined

export function detailBy(
  readers: Readonly<Record<string, DetailReader>>,
): (eventName: string, fields: PayloadFields) => EventDetail {
  // A map, because an event may be called `constructor`.
  const byName = new Map(Object.entries(readers))
  return (eventName, fields) => byName.get(eventName)?.(fields) ?? { kind: 'other' }
}

export const unsaid = 'unknown'

/** Events that mean the same in every host; prompts and tools differ. */
export const claudeShapedReaders = {
  SessionStart: (fields) => ({
    kind: 'session-start',
    source: fields.takeString('source') ?? unsaid,
    ...optional('model', fields.takeString('model')),
  }),
  Stop: (fields) => ({ kind: 'turn-end', outcome: 'ok', ...answer(fields) }),
  SubagentStart: () => ({ kind: 'subagent-start' }),
  SubagentStop: (fields) => ({ kind: 'subagent-end', ...answer(fields) }),
  PreCompact: (fields) => ({
    kind: 'pre-compact',
    trigger: fields.takeString('trigger') ?? unsaid,
  }),
  PostCompact: (fields) => ({
    kind: 'post-compact',
    trigger: fields.takeString('trigger') ?? unsaid,
    ...optional('summary', fields.takeString('compact_summary')),
  }),
  SessionEnd: (fields) => ({ kind: 'session-end', reason: fields.takeString('reason') ?? unsaid }),
} satisfies Readonly<Record<string, DetailReader>>

/** A type without an id is the role of the whole session (`claude --agent`), not a subagent. */
export function takeAgent(fields: PayloadFields): HostEvent['agent'] {
  const id = fields.takeNonEmptyString('agent_id')
  return id === undefined ? undefined : { id, name: fields.takeString('agent_type') ?? '' }
}

export function answer(fields: PayloadFields): { answer?: string } {
  return optional('answer', fields.takeString('last_assistant_message'))
}

export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}

/** Context for the model as Claude Code takes it from a hook, and others after it. */

export function contextAnswer(eventsTakingContext: readonly string[]) {
  return (eventName: string, context: string): string => {
    if (context === '' || !eventsTakingContext.includes(eventName)) return ''
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: eventName, additionalContext: context },
    })
  }
}

/** A path such as `/tmp/x` begins with a slash as well, but its first word does not end there. */
export function isSlashCommand(prompt: string): boolean {
  return /^\/[\w:.-]+(\s|$)/.test(prompt)
}

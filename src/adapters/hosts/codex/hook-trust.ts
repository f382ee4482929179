/**
 * Codex runs a hook only while `hooks.state` of the user's settings holds its hash, under a key made
 * of its file, event and position. We compute both as Codex 0.166.0 does.
 */
import { canonicalJson, isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import { sha256 } from '../../ids.ts'
import { memberValue } from '../shared/json-document.ts'
import { parseHooks } from '../shared/json-hooks.ts'
import { isOurCommand } from '../shared/our-command.ts'
import { isTable } from '../shared/toml-syntax.ts'

export type HookTrust = 'trusted' | 'unknown' | 'changed' | 'off'

export interface ReviewedHook {
  readonly event: string
  readonly trust: HookTrust
}

/**
 * @param names the file's paths; Codex knows it by one of them
 * @param states the value of `hooks.state`
 */
export function reviewOurHooks(
  text: string,
  names: readonly [string, ...string[]],
  states: unknown,
): readonly ReviewedHook[] {
  const { events } = parseHooks(names[0], text, 'grouped')
  return events.flatMap(({ name: event, groups }) =>
    groups.flatMap(({ node, handlers }, groupIndex) => {
      const matcher = memberValue(node, 'matcher')?.value
      return handlers.flatMap(({ value, command }, index) => {
        if (command === undefined || !isOurCommand(command, 'codex')) return []
        if (!isJsonObject(value)) return []
        const keys = names.map((name) => `${name}:${labelOf(event)}:${groupIndex}:${index}`)
        return [{ event, trust: trustOf(states, keys, hashOf(event, matcher, value)) }]
      })
    }),
  )
}

function trustOf(states: unknown, keys: readonly string[], hash: string): HookTrust {
  const known = keys.map((key) => (isTable(states) ? states[key] : undefined)).find(isTable)
  if (known?.enabled === false) return 'off'
  if (known?.trusted_hash === undefined) return 'unknown'
  return known.trusted_hash === hash ? 'trusted' : 'changed'
}

function hashOf(event: string, matcher: unknown, handler: JsonObject): string {
  const { type, command, async = false, statusMessage, additionalContextLimit } = handler
  const identity = {
    event_name: labelOf(event),
    ...(typeof matcher === 'string' && !unmatched.includes(event) && { matcher }),
    hooks: [
      {
        type: type ?? null,
        command: command ?? null,
        timeout: timeoutOf(event, handler),
        async,
        ...(statusMessage !== undefined && { statusMessage }),
        ...(additionalContextLimit !== undefined && { additionalContextLimit }),
      },
    ],
  }
  return `sha256:${sha256(canonicalJson(identity))}`
}

const unmatched = ['UserPromptSubmit', 'Stop']

function timeoutOf(event: string, { timeout }: JsonObject): number {
  const isEnd = event === 'SessionEnd'
  const wanted = Math.max(1, typeof timeout === 'number' ? timeout : isEnd ? 1 : 600)
  return isEnd ? Math.min(wanted, 3) : wanted
}

/** `PostToolUse` as `post_tool_use`. */
function labelOf(event: string): string {
  return event.replace(/(?!^)([A-Z])/g, '_$1').toLowerCase()
}

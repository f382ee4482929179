/**
 * Copilot sends events in two spellings: hooks under Claude Code's event names get snake case and
 * Claude Code's tool names, hooks under its own get camel case. Both become the first here.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'

export function claudeEventName(eventName: string): string {
  return eventNames.get(eventName) ?? eventName.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

export function claudeFields(payload: JsonObject): JsonObject {
  // The time of delivery, which may differ between two hooks for one event.
  const { timestamp: _, ...fields } = inSnakeCase(payload)
  const entries = Object.entries(fields).map(([name, value]): [string, Json] => {
    if (name === 'tool_name' && typeof value === 'string') return [name, claudeToolName(value)]
    if (name === 'tool_result') return [name, isJsonObject(value) ? inSnakeCase(value) : value]
    return [fieldNames.get(name) ?? name, value]
  })
  return Object.fromEntries(entries)
}

const eventNames = new Map([
  ['userPromptSubmitted', 'UserPromptSubmit'],
  ['agentStop', 'Stop'],
])

const fieldNames = new Map([
  ['hook_name', 'hook_event_name'],
  ['tool_args', 'tool_input'],
  ['response', 'last_assistant_message'],
])

/** As its documentation lists them; others keep their names. */
const toolNames = new Map([
  ['bash', 'Bash'],
  ['powershell', 'Bash'],
  ['view', 'Read'],
  ['create', 'Write'],
  ['edit', 'Edit'],
  ['str_replace_editor', 'Edit'],
  ['apply_patch', 'Edit'],
  ['grep', 'Grep'],
  ['rg', 'Grep'],
  ['glob', 'Glob'],
  ['web_fetch', 'WebFetch'],
  ['web_search', 'WebSearch'],
  ['ask_user', 'AskUserQuestion'],
  ['update_todo', 'TodoWrite'],
  ['task', 'Agent'],
])

export const claudeToolName = (name: string) => toolNames.get(name) ?? name

function inSnakeCase(object: JsonObject): JsonObject {
  const entries = Object.entries(object).map(([name, value]) => [
    name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(entries)
}

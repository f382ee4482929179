/** Describes an event in one line, for live views. */
import type { LiveEvent } from '../../contract/live-event.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import type { EventSummary } from '../ports/history.ts'
import { toAction } from './to-action.ts'

const textLength = 240

export function describeEvent(event: EventSummary): LiveEvent {
  const { fields: _, said, tool, cwd, ...rest } = event
  return {
    ...rest,
    text: said === undefined ? tool && describeToolUse(event.id, tool, cwd) : firstWords(said),
    tool: tool && { name: tool.toolName, outcome: tool.outcome, durationMs: tool.durationMs },
  }
}

export function describeToolUse(
  id: string,
  tool: Pick<NonNullable<EventSummary['tool']>, 'toolName' | 'input' | 'outcome'>,
  folder: string | undefined,
): string | undefined {
  const { kind, command, files } = toAction({ ...tool, id, output: null }, folder)
  const touched = kind === 'read' || kind === 'edit' ? files.join(', ') : ''
  return firstWords(command || touched || givenWords(tool.input)) || undefined
}

function givenWords(input: Json): string {
  const values = isJsonObject(input) ? Object.values(input) : [input]
  return values.filter((value) => typeof value === 'string').join(' ')
}

function firstWords(text: string): string {
  const line = text
    .slice(0, 4 * textLength)
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= textLength ? line : `${characters.slice(0, textLength - 1).join('')}…`
}

/** A message of a session file of Kiro 2: `{version, kind, data}`. */
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import type { KiroTurns } from './turns.ts'

export function* takeKiroMessage(
  { kind, data }: JsonObject,
  turns: KiroTurns,
): Generator<ImportedEvent> {
  const { content, meta } = objectOf(data)
  const parts = listOf(content).map(objectOf)
  turns.at(timeOf(objectOf(meta).timestamp))
  const text = textIn(parts)
  if (kind === 'Prompt') yield* turns.prompt(text)
  if (kind === 'AssistantMessage') turns.answer(text)
  for (const part of parts) {
    const { toolUseId, name, input, content: output, status } = objectOf(part.data)
    const id = stringOf(toolUseId) ?? ''
    if (part.kind === 'toolUse') turns.call(id, stringOf(name) ?? 'unknown', input ?? null)
    if (part.kind === 'toolResult') yield* turns.result(id, outputOf(output), status === 'error')
  }
}

const textIn = (parts: readonly JsonObject[]) =>
  parts
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ data }) => stringOf(data) ?? [])
    .join('\n')

function outputOf(content: Json | undefined): Json {
  const parts = listOf(content).map(objectOf)
  const [first] = parts
  if (parts.length === 1 && first?.kind === 'json' && isJsonObject(first.data)) return first.data
  return textIn(parts)
}

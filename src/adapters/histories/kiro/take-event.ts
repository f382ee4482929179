/** An event of a session folder of Kiro 3: `{id, timestamp, payload}`. */
import type { JsonObject } from '../../../core/model/json.ts'
import { objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import type { KiroTurns } from './turns.ts'

const badEnds = new Set(['error', 'failed', 'aborted'])

export function* takeKiroEvent(
  { timestamp, payload }: JsonObject,
  turns: KiroTurns,
): Generator<ImportedEvent> {
  const event = objectOf(payload)
  const text = stringOf(event.content) ?? ''
  turns.at(timeOf(timestamp))
  switch (event.type) {
    case 'user':
      return yield* turns.prompt(text)
    case 'assistant':
      if (event.operationType === 'Summary') yield* turns.compaction(text)
      if (event.operationType === 'Say') turns.answer(text)
      return
    case 'tool_call':
      return turns.call(
        stringOf(event.toolCallId) ?? '',
        stringOf(event.toolName) ?? 'unknown',
        event.args ?? null,
      )
    case 'tool_result': {
      const hasFailed =
        event.isError === true || event.success === false || event.status === 'error'
      const output = event.content ?? ''
      return yield* turns.result(stringOf(event.toolCallId) ?? '', output, hasFailed)
    }
    case 'turn_end':
      if (badEnds.has(String(event.stopReason))) turns.fail()
  }
}

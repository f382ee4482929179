/** Reads the events of a session folder of Kiro 3: `{id, timestamp, payload}` a line. */
import type { JsonObject } from '../../../core/model/json.ts'
import { objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { createKiroTurns, type KiroSession, type KiroTurns } from './turns.ts'

export async function* readKiroEvents(
  session: KiroSession,
  path: string,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const turns = createKiroTurns(session)
  for await (const line of readJsonLines(path)) {
    if (isSkipped(line)) yield line
    else yield* takeEvent(line.entry, turns)
  }
  yield* turns.end()
}

const badEnds = new Set(['error', 'failed', 'aborted'])

function* takeEvent(
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

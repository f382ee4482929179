/** Reads a session that Kiro keeps as lines of JSON, whatever a line holds. */
import type { JsonObject } from '../../../core/model/json.ts'
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { createKiroTurns, type KiroSession, type KiroTurns } from './turns.ts'

export type TakeKiroLine = (line: JsonObject, turns: KiroTurns) => Iterable<ImportedEvent>

export async function* readKiroSession(
  session: KiroSession,
  path: string,
  take: TakeKiroLine,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const turns = createKiroTurns(session)
  for await (const line of readJsonLines(path)) {
    if (isSkipped(line)) yield line
    else yield* take(line.entry, turns)
  }
  yield* turns.end()
}

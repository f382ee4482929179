/**
 * Reads the transcript that Cursor exports of a session: no times, no results, no model. It serves
 * only for sessions that are no longer in the database.
 */

import { listOf, objectOf, stringOf } from '../../../core/model/json-values.ts'
import {
  type HistoryItem,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation, type Moment } from '../shared/conversation.ts'
import { cursor, typedText } from './read-session.ts'

/** The file's own time stands for all of it. */
export async function* readCursorTranscript(
  { path, changedAt }: HistoryItem,
  sessionId: string,
  cwd: string | undefined,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const conversation = createConversation(cursor, sessionId)
  const moment: Moment = { at: changedAt ?? new Date(0).toISOString(), cwd }
  let number = 0
  for await (const line of readJsonLines(path)) {
    number += 1
    if (isSkipped(line)) {
      yield line
      continue
    }
    const { role, message } = line.entry
    const parts = listOf(objectOf(message).content).map(objectOf)
    const text = typedText(parts.flatMap((part) => stringOf(part.text) ?? []).join('\n'))
    const identity = `${sessionId} ${number}`
    if (text === '') continue
    if (role === 'assistant') conversation.answer(identity, text, moment)
    if (role === 'user')
      yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
  }
  yield* conversation.end()
}

/** The log of prompts outlives the sessions: of those that are gone, it has what the user said. */

import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { ImportedEvent, SkippedPart } from '../../../core/ports/history-source.ts'
import { readSmallJson } from '../../foreign-files/small-files.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation } from '../shared/conversation.ts'
import { gemini } from './read-session.ts'

export async function* readLog(
  path: string,
  cwd: string | undefined,
  hasSession: (sessionId: string) => boolean,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const log = await readSmallJson(path)
  if (log === undefined) return yield { skipped: 'log that is too large or not JSON' }
  for (const entry of listOf(log)) {
    const { sessionId, message, timestamp, messageId } = objectOf(entry)
    const [text, session, at] = [stringOf(message), stringOf(sessionId), timeOf(timestamp)]
    if (text === undefined || session === undefined || at === undefined) continue
    const origin = typedOrigin(text)
    if (hasSession(session) || origin !== 'user') continue
    const conversation = createConversation(gemini, session)
    const identity = `log ${session} ${String(messageId)} ${at}`
    yield* conversation.prompt({ identity, text, origin }, { at, cwd })
  }
}

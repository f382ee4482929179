/** The log of prompts outlives the sessions: of those that are gone, it has what the user said. */

import { stringOf, timeOf } from '../../../core/model/json-values.ts'
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation } from '../shared/conversation.ts'
import { claudeCode } from './read-session.ts'

export async function* readPromptLog(
  path: string,
  hasTranscript: (sessionId: string) => boolean,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  for await (const line of readJsonLines(path)) {
    if (isSkipped(line)) {
      yield line
      continue
    }
    const { display, project, sessionId, timestamp } = line.entry
    const [text, session, at] = [stringOf(display), stringOf(sessionId), timeOf(timestamp)]
    if (text === undefined || session === undefined || at === undefined) continue
    const origin = typedOrigin(text)
    const isForClient = origin !== 'user' || text.startsWith('!')
    if (hasTranscript(session) || isForClient) continue
    const conversation = createConversation(claudeCode, session)
    const identity = `log ${session} ${at}`
    yield* conversation.prompt({ identity, text, origin }, { at, cwd: stringOf(project) })
  }
}

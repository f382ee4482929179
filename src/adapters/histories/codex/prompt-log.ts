/** Codex's log of prompts outlives the rollouts: of those that are gone, it has what the user said. */

import { stringOf, timeOf } from '../../../core/model/json-values.ts'
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation } from '../shared/conversation.ts'
import { codex } from './read-rollout.ts'

export async function* readPromptLog(
  path: string,
  hasRollout: (sessionId: string) => boolean,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  for await (const line of readJsonLines(path)) {
    if (isSkipped(line)) {
      yield line
      continue
    }
    const { session_id, ts, text: typed } = line.entry
    const [text, session, at] = [stringOf(typed), stringOf(session_id), timeOf(ts)]
    if (text === undefined || session === undefined || at === undefined) continue
    const origin = typedOrigin(text)
    if (hasRollout(session) || origin !== 'user') continue
    const conversation = createConversation(codex, session)
    yield* conversation.prompt({ identity: `log ${session} ${at}`, text, origin }, { at })
  }
}

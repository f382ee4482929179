/** What a person wrote, and how the agent took it. */

import type { Exchange } from '../../model/window.ts'
import { readSentences } from '../../text/sentences.ts'
import type { Language } from './language.ts'
import { type Line, ownLines } from './own-lines.ts'

export interface Message {
  readonly lines: readonly Line[]
  /** How the answer to it begins, in lower case: its first words are what counts. */
  readonly reply: string
  /** There is an answer before it that it may speak of. */
  readonly isFollowUp: boolean
}

export function readMessage(
  { user, assistant }: Pick<Exchange, 'user' | 'assistant'>,
  previous: Exchange | undefined,
  language: Language,
): Message {
  const [first] = readSentences(assistant.slice(0, longestReply))
  return {
    lines: ownLines(user, language),
    reply: (first?.text ?? '').replaceAll('’', "'").toLowerCase(),
    isFollowUp: previous !== undefined && previous.assistant.trim() !== '',
  }
}

/** An agent says at once whether it was told something. */
const longestReply = 300

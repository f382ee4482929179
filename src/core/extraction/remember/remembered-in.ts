/** What a prompt of a session asks to remember: in its own words, and without a secret in them. */
import { holdsRedaction } from '../../memory/new-memory.ts'
import type { PromptOrigin } from '../../model/host-event.ts'
import type { SpokenTurn } from '../../ports/history.ts'
import { promptParts, typedWords } from '../../provenance/prompt-parts.ts'
import { findRemembered } from './find-remembered.ts'
import type { Remembered } from './tidy-statement.ts'

export interface RememberedParts {
  readonly kept: readonly Remembered[]
  /** How many held a secret. */
  readonly withheld: number
}

const none: RememberedParts = { kept: [], withheld: 0 }

/** A user who quotes the agent quotes what it said last. */
const answersRead = 8

/** @param turns of the session; those from this prompt's turn on do not count */
export function rememberedIn(
  prompt: { readonly turnId: string; readonly text: string; readonly origin: PromptOrigin },
  turns: readonly SpokenTurn[],
): RememberedParts {
  if (prompt.origin === 'notification') return none
  const at = turns.findIndex(({ id }) => id === prompt.turnId)
  const before = turns.slice(0, at < 0 ? turns.length : at)
  const answers = before.slice(-answersRead).flatMap(({ answer }) => answer ?? [])
  const found = findRemembered(wordsOf(prompt.text, answers))
  const kept = found.filter(({ content }) => !holdsRedaction(content))
  return { kept, withheld: found.length - kept.length }
}

/**
 * A sentence full of names sounds like a document; but a prompt that is nothing else than one
 * paragraph was typed to the agent, if it asks to remember something from its first word on.
 */
function wordsOf(prompt: string, answers: readonly string[]): string {
  const parts = promptParts(prompt, answers)
  const [only] = parts
  const isWhole = parts.length === 1 && only?.speaker === 'pasted' && only.text === prompt.trim()
  return isWhole && opensWithWish.test(prompt.trim()) ? prompt : typedWords(parts)
}

const opensWithWish = /^#?remember(?: that\b|:)/i

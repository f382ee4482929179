/** What a prompt of a session asks to remember: surely typed, and without a secret in it. */
import { holdsRedaction } from '../../memory/new-memory.ts'
import type { PromptOrigin } from '../../model/host-event.ts'
import type { SpokenTurn } from '../../ports/history.ts'
import { promptParts } from '../../provenance/prompt-parts.ts'
import { surelyTyped } from '../../provenance/surely-typed.ts'
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
  const found = findRemembered(surelyTyped(prompt.text, promptParts(prompt.text, answers)))
  const kept = found.filter(({ content }) => !holdsRedaction(content))
  return { kept, withheld: found.length - kept.length }
}

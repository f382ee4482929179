/** The words of a text that may show what it is about. How much each says is for `rarity.ts`. */
import { promptParts, typedWords } from '../../provenance/prompt-parts.ts'
import { isStopWord } from '../../text/common-words.ts'
import { tokenise } from '../../text/tokenise.ts'

export interface Evidence {
  /** As in the index. */
  readonly term: string
  /** The share of its rarity that counts. */
  readonly weight: number
}

/** Pasted text has many words that the prompt is not about. */
const ofPasted = 0.25

const mostCharacters = 6_000

/** Each term once; typed text before pasted text. */
export function evidenceIn(prompt: string): Evidence[] {
  const parts = promptParts(prompt.slice(0, mostCharacters))
  // A paragraph that someone typed may have pasted lines.
  const passedOn = parts.filter(({ speaker }) => speaker === 'pasted' || speaker === 'user')
  const all = passedOn.map(({ text }) => text).join('\n')
  return distinct([
    ...evidenceOf(typedWords(parts)),
    ...evidenceOf(all).map(({ term }) => ({ term, weight: ofPasted })),
  ])
}

/** Of a text that counts in full. */
export function evidenceOf(text: string): Evidence[] {
  const terms = new Set(tokenise(text.slice(0, mostCharacters)))
  return [...terms].filter(isEvidence).map((term) => ({ term, weight: 1 }))
}

/** Keeps the first of each term. */
export function distinct(evidence: readonly Evidence[]): Evidence[] {
  const first = new Map(evidence.toReversed().map((each) => [each.term, each]))
  return [...first.values()].toReversed()
}

/** Not a number, a letter or a stop word. */
const isEvidence = (term: string) => term.length > 1 && /\p{L}/u.test(term) && !isStopWord(term)

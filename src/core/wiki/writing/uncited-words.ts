/** Whether a sentence says what its citations do not: names, numbers, or mostly other words. */
import { isStopWord } from '../../text/common-words.ts'
import { isGeneralWord } from '../../text/general-words.ts'
import { tokenise } from '../../text/tokenise.ts'

/** The model may choose the other words. */
const leastShare = 0.5

/** Words in backticks, or with a digit, a capital inside or a sign that joins names: `src/cart.ts`. */
const name =
  /`[^`]+`|[\p{L}\p{N}_@$./:\\-]*[\p{N}_@$/\\][\p{L}\p{N}_@$./:\\-]*|\p{L}+[.:]\p{L}[\p{L}.:]*|\p{L}+\p{Lu}\p{L}*/gu
/** Names of products and people. */
const capitalised = /(?<=[\p{L}\p{N},;)"'] )\p{Lu}\p{L}+/gu

export interface Citable {
  /** What the text is about. */
  readonly subject: string
  readonly statements: readonly string[]
}

/** @returns what is wrong with it, as the end of a sentence about it */
export function findUncited(text: string, { subject, statements }: Citable): string | undefined {
  const known = [subject, ...statements].join('\n').toLowerCase()
  const names = (text.match(name) ?? []).map((each) => each.replace(/^`|`$|[.:/-]+$/g, ''))
  if (names.some((each) => !known.includes(each.toLowerCase()))) return uncitedName
  const knownTerms = new Set(tokenise(known))
  const capitals = tokenise((text.match(capitalised) ?? []).join(' '))
  if (capitals.some((term) => !knownTerms.has(term) && !isGeneralWord(term))) return uncitedName
  const terms = [...new Set(tokenise(text))].filter((term) => !isStopWord(term))
  const telling = terms.filter((term) => !isGeneralWord(term))
  const founded = telling.filter((term) => knownTerms.has(term))
  const stated = new Set(tokenise(statements.join('\n').toLowerCase()))
  const isFounded =
    founded.length >= telling.length * leastShare && terms.some((term) => stated.has(term))
  return isFounded ? undefined : 'says more than its citations'
}

const uncitedName = 'has a name or number that its citations do not have'

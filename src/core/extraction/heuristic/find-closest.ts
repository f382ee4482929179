/** The sentence of an answer that speaks of the same: what a correction is against, what came of a proposal. */
import { termsOf } from '../../memory/normalise-statement.ts'
import { readSentences } from '../../text/sentences.ts'
import { fitSentences } from './fit-sentences.ts'

const longestQuotation = 120

/**
 * The sentence that shares most with the statement.
 * @param isNeeded it cannot be understood without: then the first one will do
 */
export function findClosest(
  statement: string,
  answer: string,
  isNeeded: boolean,
): string | undefined {
  const terms = termsOf(statement)
  let best: { text: string; shared: number } | undefined
  for (const { text, isQuestion } of readSentences(answer)) {
    if (isQuestion) continue
    const shared = sharedTerms(text, terms)
    const isEnough = shared > 0 || (isNeeded && !best)
    if (isEnough && shared > (best?.shared ?? -1)) best = { text, shared }
  }
  return best && fitSentences([best.text], longestQuotation)
}

/** Another number where the statement has one counts as well: 8080 against 8190. */
function sharedTerms(text: string, terms: ReadonlySet<string>): number {
  const own = termsOf(text)
  const shared = [...own].filter((term) => terms.has(term)).length
  const hasNumber = (some: ReadonlySet<string>) => [...some].some((term) => /\d{2,}/.test(term))
  return shared + (hasNumber(own) && hasNumber(terms) ? 0.5 : 0)
}

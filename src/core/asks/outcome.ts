/** Whether a prompt shows that the previous work has an outcome. */
import { isStopWord } from '../text/common-words.ts'
import { straightenQuotes } from '../text/sentences.ts'
import { tokenise } from '../text/tokenise.ts'

/**
 * The user confirms ("now it works", "yes, that was it", "thanks"), or changes the subject.
 * @param own the user's own words
 * @param answer the agent's last message
 */
export function tellsOutcome(own: string, answer: string | undefined): boolean {
  if (answer === undefined || own === '') return false
  return confirmation.test(straightenQuotes(own)) || isNewSubject(own, answer)
}

const confirmation =
  /^\W*(?:ok(?:ay)?|yes|yeah|yep|great|perfect|nice|cool|awesome|good|excellent|thanks?|thank you|lgtm|done|works|looks good|that (?:was it|works?|worked|fixed it|did it)|(?:now )?it (?:works|worked|is fixed|is working)|(?:now )?it's (?:fixed|working)|now it works)\b/i

const mostRead = 6_000
/** A shorter prompt has no subject of its own. */
const fewestWords = 4
/** The answer contains at most this share of its words. */
const mostShared = 0.15

function isNewSubject(own: string, answer: string): boolean {
  const words = wordsOf(own)
  const known = wordsOf(answer)
  const shared = [...words].filter((word) => known.has(word)).length
  return words.size >= fewestWords && shared <= mostShared * words.size
}

const wordsOf = (text: string) =>
  new Set(tokenise(text.slice(0, mostRead)).filter((word) => !isStopWord(word)))

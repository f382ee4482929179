/** What is said to be broken, missing or unused holds only until somebody mends it. */
import { straightenQuotes } from '../text/straighten-quotes.ts'

export function reportsTrouble(said: string): boolean {
  const plain = straightenQuotes(said)
  return failure.test(plain) || trouble.test(plain.replace(condition, ''))
}

const state =
  'broken|missing|unused|failing|flaky|incorrect|outdated|stale|out of date|out of sync|crashing|not (?:used|working|there|called|set|showing|loaded|handled|covered|tested)'
const verb =
  'work|exist|load|run|compile|build|start|show|scroll|open|update|match|pass|get (?:called|used|loaded|saved)'
const failure =
  /\b(?:fails|crashes|leaks|hangs|throws|times out) (?:\w+ ){0,3}(?:when|on|with|if|in|for|because|after)\b/i
/** «Throw when the token is missing» says what to do then. */
const condition = /\b(?:when|whenever|if|unless|once|where|in case)\b[^.,;:!?]*/gi
const trouble = new RegExp(
  [
    String.raw`\b(?:is|are|was|were|still|seems?|looks?|isn't|aren't) (?:\w+ ){0,2}?(?:${state})\b`,
    String.raw`\b(?:doesn't|does not|don't|didn't|won't|cannot|can't) (?:\w+ )?(?:${verb})\b`,
    String.raw`\b(?:isn't|aren't|never|nowhere|not) (?:being )?(?:used|called|read|loaded|referenced)\b`,
    String.raw`\bthere (?:is|are) no\b`,
  ].join('|'),
  'i',
)

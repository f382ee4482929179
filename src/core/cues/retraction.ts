/** What takes back what was said just before: «never mind», «scrap that», «I changed my mind». */
import { readSentences } from '../text/sentences.ts'
import { straightenQuotes } from '../text/straighten-quotes.ts'

/** @param own the user's own words; only their beginning counts */
export function retractsLast(own: string): boolean {
  const [first, second] = readSentences(straightenQuotes(own.slice(0, 1_000)))
  const opening = [first, second].filter((sentence) => sentence !== undefined)
  return opening.some(({ text }) => retraction.test(text)) && !insists.test(own)
}

const before = String.raw`(?:(?:no|nope|oh|ok(?:ay)?|wait|hmm+|ah|actually|sorry|please|well|hold on|let's|and|but)[,.!…]* )*`
const said = String.raw`(?:that|this|it|all that|what i (?:just )?said|my (?:last|previous) (?:message|comment|point|request))`
const change = String.raw`(?:that|this|it|those|them|what you (?:just )?did|(?:all |the |your |those |these )*(?:(?:last|latest|previous|recent) )?(?:changes?|edits?|commits?)(?: you (?:just )?made)?)`
const retraction = new RegExp(
  `^${before}(?:${[
    String.raw`never ?mind\b`,
    String.raw`nvm\b`,
    String.raw`(?:scrap|forget|ignore|disregard) ${said}(?=[\s.,!:;–—-]*$|[.,!:;–—-]| (?:and|please|for now|entirely)\b)`,
    String.raw`i (?:take|took) (?:that|it) back\b`,
    String.raw`i(?:'ve| have)? changed my mind\b`,
    String.raw`on second thoughts?\b`,
    String.raw`(?:revert|undo|roll back) ${change}(?=[\s.,!:;–—-]*$|[.,!:;–—-]| (?:and|please|for now|entirely)\b)`,
  ].join('|')})`,
  'i',
)

/** What the agent did is taken back, because it is not what the user wanted. */
const insists = /(?<!what )\b(?:i (?:said|asked|told|meant)|not what i|as i said|like i said)\b/i

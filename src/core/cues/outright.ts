/** What is hardly ever said of the task in hand: «never push to main», «from now on …», «we deploy with …». */
import { readSentences, type Sentence } from '../text/sentences.ts'
import { straightenQuotes } from '../text/straighten-quotes.ts'
import { leansOnContext } from './passage.ts'

/** The sentence that says it and what explains it; undefined if there is none that stands alone. */
export function outrightIn(message: string): string | undefined {
  const sentences = readSentences(message)
  const at = sentences.findIndex(isOutright)
  const sentence = sentences[at]
  if (!sentence) return undefined
  const next = sentences[at + 1]
  const isExplained =
    next !== undefined && next.paragraph === sentence.paragraph && reason.test(next.text)
  return isExplained ? `${sentence.text} ${next.text}` : sentence.text
}

function isOutright({ text, isQuestion }: Sentence): boolean {
  const plain = straightenQuotes(text)
  if (isQuestion || leansOnContext(plain) || plain.split(/\s+/).length < fewestWords) return false
  return markers.some((marker) => marker.test(plain)) && !ofTheTask.test(plain)
}

/** Log odds of what is said outright; too few sessions have it to fit them. */
export const outrightOdds = 2

const fewestWords = 4

/** What developers do again and again. */
const habits =
  'push|commit|merge|deploy|release|edit|touch|log|mock|delete|rebase|squash|store|import|install|run|use|ask|sign|bump|write|call|change|skip|format|review|test|add|create|put|keep|name|prefix|return|throw|document|mention|include'

/** How a team works, told and not asked for. */
const habitual =
  "we (?:use|deploy|release|ship|host|publish|squash|format|lint|don't use|do not use)"

/** Where something is, which the work in hand does not change. */
const situated =
  '(?:runs?|lives?|(?:is|are) (?:hosted|deployed)) (?:in|on|at|under|by|with) (?!an? )|listens? on'

const markers = [
  /^(?:please |and |but |so |ok,? )*(?:from now on|going forward|from here on|as a rule|house rule|hard rule)\b/i,
  new RegExp(
    String.raw`(?:^|[,;:.] |\b(?:and|but|also|please|you|we|must|should) )(?:never|always) (?:${habits})\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:don't|do not) ever (?:${habits})\b`, 'i'),
  /\b(?:in|for) (?:this|our) (?:repo|repository|project|codebase|team|company),? (?:we|you|use|never|always|don't)\b/i,
  /\bwe (?:always|never|only ever) \w+/i,
  new RegExp(String.raw`^(?:${habitual})\b.{8,}`, 'i'),
  new RegExp(String.raw`^(?:our|the)(?: [\w-]+){1,3} (?:${situated})\b`, 'i'),
  /\b(?:our|the) (?:convention|policy|rule) is\b/i,
  /^(?:note|remember|keep in mind|for the record|fyi)[ ,:]+(?:that )?(?:we|our|the|all|every|in)\b/i,
  /\bi (?:always|generally|really|strongly)? ?prefer\b.{12,}/i,
]

/** Limits it to now, tells of others, doubts, or only asks that it be written down somewhere. */
const ofTheTask =
  /^(?:write|make|answer|run|give|create|generate|draft|translate|retry|what if|on this)\b|\b(?:haha|lol|for now|this time|just this|this once|in this (?:one|case|file|function|pr|branch)|don't always|not always|almost (?:always|never)|never ?mind|never looked|maybe|might|perhaps|i think|if you (?:want|like)|says?|said|reads?|blog|docs? say|readme|agents\.md|claude\.md|can always|could always)\b|["“«»”]/i
const reason = /^(?:because|since|otherwise|it|that|the|they|this|so)\b/i

/**
 * The wording that review proposes beside a quote: the user's words without what they only said to
 * the agent. It only removes words; if the rest might mean something else, there is no proposal.
 */
import { isQuestion } from '../cues/outright.ts'
import { asSentence, standsAlone } from '../cues/passage.ts'
import { isErrand, opensAsTask } from '../cues/short-lived.ts'
import { readSentences, straightenQuotes } from '../text/sentences.ts'

/** A word that could start a statement, such as "no", needs a comma or a full stop. */
const openings = [
  /^@?(?:claude|codex|copilot|cursor|gemini|no|nope|umm*|uh+|actually|right|so|just|well|one last (?:thing|comment)|fyi|btw|by the way|as i said|i mean|(?:thinking )?again)[,.!:…–—]+ +/i,
  /^(?:please|kindly) +/i,
  /^(?:remember|note|keep in mind)(?: that|:) +/i,
  /^i(?:'d| would) (?:like|prefer) you to +|^i (?:want|need) you to +/i,
  /^you (?:should|must|have to|need to) (?=(?:always|never|only)\b)/i,
  /^let's (?:make sure (?:that )?(?=we\b)|(?:please )?(?!not\b|make sure\b))/i,
]
const fillers = [
  /,? +(?:please|thanks?|thank you|thx|man|dude|mate)(?=[.!…]*$)/gi,
  /\b(?:please|kindly) +/gi,
  / *(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u{fe0f})?|[:;]-?[)(|])+(?=[\s.!)]|$)/gu,
]
/** Still addresses the agent, or is about the current work. */
const talk = /\b(?:I|[Yy]ou|[Ll]et's|[Ff]or now|[Tt]his time)\b/

/** @returns undefined if the quote is already clean, or no clean wording is certain */
export function cleanWording(quote: string): string | undefined {
  let text = straightenQuotes(quote.trim())
  for (let before = ''; before !== text; ) {
    before = text
    text = asSentence(openings.reduce((rest, opening) => rest.replace(opening, ''), text))
  }
  text = asSentence(fillers.reduce((rest, filler) => rest.replaceAll(filler, ''), text))
  text = text.replace(/ *!+$/, '.')
  return wordsOf(text) !== wordsOf(quote) && isStatement(text) ? text : undefined
}

function isStatement(text: string): boolean {
  if (!standsAlone(text) || talk.test(text)) return false
  const isAside = (said: string) => isQuestion(said) || isErrand(said) || opensAsTask(said)
  return !readSentences(text).some((sentence) => isAside(sentence.text))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')

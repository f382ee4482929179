/** What a short answer agrees to: the option it names, or what the agent offered. */
import { readSentences, straightenQuotes } from '../text/sentences.ts'

const longestAnswer = 60

/** In the words of the agent; undefined if the message says more than a choice, or chose nothing. */
export function chosenOf(message: string, offer: string): string | undefined {
  const words = straightenQuotes(message.trim().toLowerCase())
  if (words.length === 0 || words.length > longestAnswer) return undefined
  const number = numberIn(words)
  if (number !== undefined) return optionsOf(offer).get(number)
  return assent.test(words) ? offeredIn(offer) : undefined
}

const pick =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|let's|please|i think|i'd|we|do|go|pick|choose|use|implement|take|try|with|for|the|option|options|approach|number|no\.?|#)[,.]?\s+)*(?:#|option\s*)?(\d|[a-d]|first|second|third|fourth|last)\b[)."']*(?:\s+(?:one|option|approach|please|sounds|is|looks|good|best|fine|then|it))*[.!]*$/
const ordinals = ['first', 'second', 'third', 'fourth']
const assent =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|yup|sure|please|do it|do that|go ahead|go for it|sounds good|looks good|perfect|great|agreed|i agree|makes sense|let's do (?:it|that)|proceed|that works|lgtm|both|its perfect|it's perfect|now|then|and|with that|with it|sounds great)[\s,.!]*)+$/

function numberIn(words: string): string | undefined {
  const named = pick.exec(words)?.[1]
  if (named === undefined) return undefined
  const place = ordinals.indexOf(named)
  return place < 0 ? named : `${place + 1}`
}

const option = /^[\s>*#_-]*(?:option|approach|choice)?\s*(\d|[A-D])[.):*_\s]+(.{8,})$/gim

/** The first lines of a numbered list, by number or letter. */
function optionsOf(offer: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>()
  for (const [, mark = '', text = ''] of offer.matchAll(option)) {
    const key = mark.toLowerCase()
    // A later list is what the question at the end is about.
    options.set(key, text.replaceAll(/[*_`]{2,}/g, '').trim())
  }
  return options
}

/** The last question of the answer, or what it recommends. */
function offeredIn(offer: string): string | undefined {
  const sentences = readSentences(offer)
  const asked = sentences.findLast(({ text, isQuestion }) => isQuestion && proposes.test(text))
  return asked?.text ?? sentences.findLast(({ text }) => recommends.test(text))?.text
}

const proposes =
  /\b(?:want me to|shall i|should i|should we|would you like|do you want|sound|does this|ready)\b/i
const recommends =
  /\b(?:i(?:'d| would)? (?:recommend|suggest|propose)|my recommendation|i'll go with)\b/i

/** The part of a message that a memory quotes: whole sentences from its start, without small talk. */
import { readSentences } from '../text/sentences.ts'
import { cutAtWord } from '../text/shorten.ts'

export const longestPassage = 240

export function passageOf(message: string): string {
  let passage = ''
  for (const { text } of readSentences(message)) {
    if (smallTalk.test(text)) continue
    const sentence = passage === '' ? withoutLeadIn(text) : text
    const next = passage === '' ? sentence : `${passage} ${finished(sentence)}`
    if (next.length > longestPassage && passage !== '') break
    passage = finished(next)
  }
  return cutAtWord(capitalised(passage), longestPassage)
}

/** Whether it speaks of something that only what came before names. */
export function leansOnContext(passage: string): boolean {
  return leaning.test(passage)
}

const interjection =
  'ok(?:ay)?|great|perfect|good|nice|cool|awesome|thanks?|thank you|yes|yep|yeah|sure|alright|hmm+|hi|hello|hey|excellent|amazing|lgtm|sounds good|looks good|that works|it works|well|wow|lol|oh'
const smallTalk = new RegExp(String.raw`^(?:(?:${interjection})[\s,.!…:)]*)+$`, 'i')
const leadIn = new RegExp(
  String.raw`^(?:(?:${interjection}|so|and|also|now|please|then)(?:[,.!…:]+\s*|\s+(?=\p{L})))+`,
  'iu',
)
const leaning =
  /^(?:but |and |so |no,? |then )*(?:this|that|it|it's|its|these|those|they|he|she|same)\b/i

function withoutLeadIn(sentence: string): string {
  const rest = sentence.replace(leadIn, '')
  return /\p{L}/u.test(rest) ? rest : sentence
}

function finished(text: string): string {
  const trimmed = text.replace(/[\s,;–—-]+$/, '')
  return /[.!?…:)"”]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

function capitalised(text: string): string {
  return /^\p{Ll}+(?![\p{L}\p{N}_.(/-])/u.test(text)
    ? text.slice(0, 1).toUpperCase() + text.slice(1)
    : text
}

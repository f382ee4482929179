/** The part of a message that a memory quotes: whole sentences from its start, without small talk. */
import { readSentences, straightenQuotes } from '../text/sentences.ts'
import { cutAtWord } from '../text/shorten.ts'

export const longestPassage = 240

export function passageOf(message: string): string {
  let passage = ''
  for (const text of fromFirstToStandAlone(message)) {
    const sentence = passage === '' ? withoutLeadIn(text) : text
    const next = passage === '' ? sentence : `${passage} ${finishSentence(sentence)}`
    if (next.length > longestPassage && passage !== '') break
    passage = finishSentence(next)
  }
  return cutAtWord(capitalised(passage), longestPassage)
}

const fewestWords = 4

/**
 * Starts at the first sentence that is clear by itself: at the header in "Still wrong. The header
 * should be blue." Takes everything if there is none.
 */
function fromFirstToStandAlone(message: string): readonly string[] {
  const sentences = readSentences(message)
    .map(({ text }) => text)
    .filter((text) => !smallTalk.test(text))
  const first = sentences.findIndex(
    (text) =>
      !leansOnContext(withoutLeadIn(straightenQuotes(text))) &&
      text.split(/\s+/).length >= fewestWords,
  )
  return sentences.slice(Math.max(0, first))
}

/** Whether it is clear to a reader who saw nothing else. */
export function standsAlone(passage: string): boolean {
  const words = passage.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? []
  return words.length >= fewestWords && !leansOnContext(passage) && !/:$/.test(passage)
}

/** Whether its subject is only named in the text before it. */
export function leansOnContext(passage: string): boolean {
  return leaning.test(straightenQuotes(passage))
}

const interjection =
  'ok(?:ay)?|great|perfect|good|nice|cool|awesome|thanks?|thank you|yes|yep|yeah|sure|alright|hmm+|hi|hello|hey|excellent|amazing|lgtm|sounds good|looks good|that works|it works|well|wow|lol|oh|ah|k'
const smallTalk = new RegExp(String.raw`^(?:(?:${interjection})[\s,.!…:)]*)+$`, 'i')
const leadIn = new RegExp(
  String.raw`^(?:(?:${interjection}|so|and|also|but|or|likewise|wait|now|please|then)(?:[,.!…:]+\s*|\s+(?=\p{L})))+`,
  'iu',
)
/** "Should be blue." */
const subjectless =
  "(?:should|must|shouldn't|mustn't|needs? to|has to|would be|could be|can be) (?:be|not|have|go|take|get|look|come|only|also|just|stay|remain|show|use)\\b"
/** "Keep them apart.", "just hide it from the page" */
const pointing = String.raw`(?:for now,? |just |please |let's |don't |do not |never |always |can you |could you |you can |we can |we should |i (?:want|need) you to |try to |also |now )*[a-z]+ (?:(?:it|them|these|those)(?= (?:to|as|like|from|in|into|for|with|so|and|a|at|on|more|back|out|up|here|there)\b|[.,!?:;]|$)|(?:this|that)(?=[.,!?:;]|$))`
/**
 * Openings that need earlier text: pronouns, answers ("the second one"), references ("given this",
 * "as discussed", "in that case"), retractions ("never mind"), continuations ("still", "one more"),
 * half a comparison ("same for", "except").
 */
const leaning = new RegExp(
  [
    '^(?:(?:but|and|so|or|no|then|yes|yeah|ok|well|because|which|also|hmm+|wait|ah|uh+|umm*|mm+)[,.!… ]+)*(?:',
    [
      String.raw`(?:this|that|it|it's|its|these|those|they|they're|them|he|she|there|here)\b(?! (?:repo|repository|project|codebase)\b)`,
      String.raw`(?:given|because of|besides|after|before|with|for|from|in|on|like|about|by|instead of|apart from) (?:all )?(?:this|that|it|these|those)\b(?! (?:repo|repository|project|codebase|team|company)\b)`,
      String.raw`(?:in|for) (?:that|this|which|either) (?:case|sense|regard|scenario)\b`,
      String.raw`as (?:discussed|mentioned|said|agreed|above|before|i said|we said|you said)\b`,
      String.raw`like (?:i|we|you) (?:said|did|discussed)\b`,
      String.raw`(?:the )?(?:same|latter|former|other one|first one|second one|third one|last one|rest)\b`,
      String.raw`(?:all|both|either|neither|none|any|one|two|option|number) ?(?:of (?:them|these|those|it)|\d|[a-d]\b|$|[.,!])`,
      String.raw`(?:never ?mind|nm|nvm|forget (?:it|that)|scrap that)\b`,
      String.raw`(?:still|again|instead,|otherwise|except|unless|not (?:that|this|it|really|quite|exactly)|too|even then|not yet)\b`,
      String.raw`(?:one more|another (?:one|thing|issue)|last (?:step|task|one)|next up|next one|the next)\b`,
      String.raw`(?:i(?:'m| am|'ve| have)?|we(?:'re| are)?|you) (?:\w+ )?(?:wonder\w*|meant?|agree|said|think so|stopped you|reverted|already|sure)\b`,
      String.raw`(?:what|how) about\b`,
      String.raw`for (?:example|instance)\b|(?:take|consider) the following\b|different than\b`,
      subjectless,
      pointing,
      String.raw`(?:we|you|i) (?:don't|do not|won't) (?:need|want|use|like) (?:any of )?(?:that|this|it|them|those)\b(?! \w+ing)`,
      String.raw`\S+ only(?: for now)?[.!]?$`,
      String.raw`(?:i|we) (?:really )?(?:like|love) (?:what|how|it|that|this)\b`,
      String.raw`(?:seems? to work|works? (?:now|great|well|fine|better)|(?:looks?|seems?) (?:good|better|great|right|fine))\b`,
    ].join('|'),
    ')',
  ].join(''),
  'i',
)

function withoutLeadIn(sentence: string): string {
  const rest = sentence.replace(leadIn, '')
  return /\p{L}/u.test(rest) ? rest : sentence
}

/** From a capital letter to a full stop, without "ok", "and also", "please". */
export function asSentence(text: string): string {
  return capitalised(finishSentence(withoutLeadIn(text)))
}

function finishSentence(text: string): string {
  const trimmed = text.replace(/[\s,;–—-]+$/, '')
  return /[.!?…:]["”)]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}

function capitalised(text: string): string {
  return /^\p{Ll}+(?![\p{L}\p{N}_.(/-])/u.test(text)
    ? text.slice(0, 1).toUpperCase() + text.slice(1)
    : text
}

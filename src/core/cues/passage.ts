/** The part of a message that a memory quotes: whole sentences from its start, without small talk. */
import { readSentences, type Sentence, straightenQuotes } from '../text/sentences.ts'
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
 * From the first sentence that is clear by itself: «Still wrong. The header should be blue.» begins
 * with the header. All of it if no sentence is.
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

/** Whether a reader who saw nothing else understands what it is about. */
export function standsAlone(passage: string): boolean {
  const words = passage.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? []
  return words.length >= fewestWords && !leansOnContext(passage) && !/:$/.test(passage)
}

/** Whether it is about something that only the text before it names. */
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
/** «Should be blue.» */
const subjectless =
  "(?:should|must|shouldn't|mustn't|needs? to|has to|would be|could be|can be) (?:be|not|have|go|take|get|look|come|only|also|just|stay|remain|show|use)\\b"
/** «Keep them apart.», «just hide it from the page» */
const pointing = String.raw`(?:for now,? |just |please |let's |don't |do not |can you |could you |you can |we can |we should |i (?:want|need) you to |try to |also |now )*[a-z]+ (?:(?:it|them|these|those)(?= (?:to|as|from|in|into|for|with|so|and|a|at|on|more|back|out|up|here|there)\b|[.,!?:;]|$)|(?:this|that)(?=[.,!?:;]|$))`
/**
 * Openings that only what came before explains: pronouns, answers («the second one»), what points
 * back («given this», «as discussed», «in that case»), what takes back («never mind»), what goes on
 * («still», «one more»), half a comparison («same for», «except»).
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
      String.raw`(?:we|you|i) (?:don't|do not|won't) (?:need|want|use) (?:any of )?(?:that|this|it|them|those)\b(?! \w+ing)`,
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

export function finishSentence(text: string): string {
  const trimmed = text.replace(/[\s,;–—-]+$/, '')
  return /[.!?…:]["”)]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}

function capitalised(text: string): string {
  return /^\p{Ll}+(?![\p{L}\p{N}_.(/-])/u.test(text)
    ? text.slice(0, 1).toUpperCase() + text.slice(1)
    : text
}

/**
 * A rule or habit that a user states outright, with its reason: «never push to main», «from now on …»,
 * «we deploy with …». Such words are rarely about the current task only. Undefined if no such
 * sentence is clear by itself.
 */
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

/** What developers do again and again. */
const habits =
  'push|commit|merge|deploy|release|edit|touch|log|mock|delete|rebase|squash|store|import|install|run|use|ask|sign|bump|write|call|change|skip|format|review|test|add|create|put|keep|name|prefix|return|throw|document|mention|include'

/** How a team works, told and not asked for. */
const habitual =
  "we (?:use|deploy|release|ship|host|publish|squash|format|lint|don't use|do not use)"

/** Where something is, which the current work does not change. */
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

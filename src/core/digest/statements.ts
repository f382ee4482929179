/** Picks the significant sentences of a text with few cues: nothing is better than noise. */
import { readSentences, type Sentence, straightenQuotes } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import { tellingSentences } from './user-words.ts'

const mostStatementCharacters = 240
const mostRead = 12_000
const mostStatements = 4
/** A short answer may only say "Done." */
const mostShortAnswer = 80

/** @param own the user's own words */
export function requestIn(own: string): string | undefined {
  return joined(tellingSentences(withoutFences(own))) || firstWords(own)
}

/** The result of the turn: the start of the answer, without announcements and politeness. */
export function resultIn(answer: string): string | undefined {
  const said = sentencesOf(answer).filter(({ isQuestion }) => !isQuestion)
  const results = said.filter((sentence) => isSaying(sentence) && !label.test(sentence.text))
  if (results.length > 0) return joined(results.slice(0, 4))
  const others = answer.length > mostShortAnswer ? said.filter(isSaying) : said
  return joined(others.slice(0, 4)) || (said.length === 0 ? firstWords(answer) : undefined)
}

const isSaying = ({ text }: Sentence) => !filler.test(text)

/** Causes and decisions of the agent that make sense alone; no guesses, plans or advice. */
export function findingsIn(answer: string): string[] {
  const isFinding = (text: string) => finding.test(text) && !hypothetical.test(text)
  return sentencesOf(answer)
    .filter(({ isQuestion, text }) => !isQuestion && text.length >= 30 && !text.endsWith(':'))
    .filter(({ text }) => isFinding(text) && !leaning.test(text) && /^[\p{Lu}`]/u.test(text))
    .slice(0, mostStatements)
    .map(({ text }) => shorten(text, mostStatementCharacters))
}

/** The question at the end of an answer, or an offer shortly before. */
export function questionIn(answer: string): string | undefined {
  const sentences = sentencesOf(answer)
  const last = sentences.at(-1)
  const asked = last?.isQuestion
    ? last
    : sentences.slice(-10).findLast(({ text, isQuestion }) => isQuestion && offer.test(text))
  return asked && !courtesy.test(asked.text)
    ? shorten(asked.text, mostStatementCharacters)
    : undefined
}

/** For a text that is only code or a log. */
function firstWords(text: string): string | undefined {
  return shorten(text.slice(0, mostRead).replace(/^[ \t]*(?:```|~~~).*$/gm, ''), 120) || undefined
}

function sentencesOf(text: string): readonly Sentence[] {
  return readSentences(withoutFences(straightenQuotes(ends(text))))
}

/** A long text states its topic at the start and its outcome at the end. */
function ends(text: string): string {
  const half = mostRead / 2
  return text.length <= mostRead ? text : `${text.slice(0, half)}\n\n${text.slice(-half)}`
}

const withoutFences = (text: string) => text.replace(fences, '\n')

/** Includes an unclosed fence. */
const fences = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm

/** As many sentences as fit, at least one. */
function joined(sentences: readonly Sentence[]): string {
  let text = ''
  let last: Sentence | undefined
  for (const sentence of sentences) {
    const isList = last?.isItem && sentence.isItem && !text.endsWith(':')
    const longer = `${text}${text === '' ? '' : isList ? '; ' : ' '}${sentence.text}`
    if (text !== '' && longer.length > mostStatementCharacters) break
    text = longer
    last = sentence
  }
  return shorten(text.replace(/:$/, ' …').replace(/;$/, '.'), mostStatementCharacters)
}

/** Announcements and politeness, which are not results. */
const filler = new RegExp(
  [
    `^(?:(?:now|first|next|then|ok(?:ay)?|alright|so),? )?(?:let me|let's|i(?:'ll| will| need to| should| am going to|'m going to|'d like to| want to| can see)|we(?:'ll| need to| should)) `,
    String.raw`^(?:now|next|finally),? (?:let|i|we|the big)\b`,
    String.raw`^(?:perfect|great|excellent|good(?: catch| point| question)?|done|all clean|absolutely|fantastic|awesome|sure|nice|got it|understood|you(?:'re| are) (?:absolutely )?right|yes|no|ok(?:ay)?|hi|hello|thanks?|committed|updated|looking (?:at|good)|based on|here(?:'s| is| are)|this is a|that's a|cancelled)\b[^.:]{0,60}[.!:…-]*$`,
    String.raw`^(?:here(?:'s| is| are)|below (?:is|are)|the following|summary of|changes made|key changes|what (?:was|i) (?:done|changed|did))\b`,
    String.raw`^(?:let me know|feel free|please|if you|you can(?: now)?|you(?:'ll| may| might| will)? (?:need|want) to|to (?:test|verify|use|run|see) this|try )\b`,
  ].join('|'),
  'i',
)

/** Such as "Changes made:". */
const label = /^.{0,60}:$/

const offer =
  /^(?:do you want|want me|would you like|shall i|should i|should we|which (?:one|way|option))\b/i
/** Asks for nothing in particular. */
const courtesy =
  /\banything else\b|\b(?:any|other) (?:\w+ ){0,2}(?:questions|changes|improvements|adjustments|tweaks)\b|\b(?:does|do) (?:this|that|it|these) (?:help|make sense|look|sound|work|align|seem)\b|\b(?:sound|look)s? good\?|\bmake sense\?|\bready to\b|\bhow does (?:this|that) (?:look|sound)\b|\bwhat do you think\b|\bhappy with\b|\bwould you like (?:me )?to (?:proceed|continue|see|know|try|test|explore|learn|elaborate|explain|help)\b/i

/** A cause or a decision that the agent states. */
const finding =
  /\b(?:because|caused by|root cause(?: (?:is|was)|:)|turns? out|the (?:real |actual |underlying )?(?:problem|issue|bug|culprit|reason|cause|error|failure) (?:is|was|occurs|happened|came)|due to|decided (?:to|on|against)|chose|went with|work(?:ed|s)?[ -]?around|(?:does not|doesn't|only) supports?|so that|otherwise)\b/i
/** A guess, a plan or advice: not known, or not done. */
const hypothetical =
  /\b(?:might|may|maybe|perhaps|probably|possibly|likely|presumably|apparently|could|would|should|seems?|appears?|suspect|guess|i think|i believe|assum\w+|hopefully|potential(?:ly)?|if|unless|whether|let me|let's|i(?:'ll| will)|we(?:'ll| will| can| need)|going to|plan(?:s|ned)? to|propos\w+|suggest\w*|recommend\w*|consider\w*|want to|need to|todo|next step|follow-?ups?|you (?:can|need|want))\b|[?…]\s*$/i
/** Makes no sense without the previous sentence. */
const leaning =
  /^(?:(?:and|but|so|also|then|this|that|these|those|it|its|they|them|he|she|both|either|neither|here|there|such|same|which|in short|otherwise|because|as a result|therefore|however|i (?:haven't|didn't|did not|also|left|deliberately|only)|you'll)\b|[-–—(…])/i

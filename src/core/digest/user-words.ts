/** How a user steers a session: objections, choices and wishes in the user's own words. */
import { readSentences, type Sentence, straightenQuotes } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'

export type Steering = 'objection' | 'choice'

const mostRead = 8_000
const mostCharacters = 240
const mostDecisions = 2

/** @param own the user's own words */
export function steeringIn(own: string): Steering | undefined {
  const sentences = sentencesOf(own)
  const has = (cue: RegExp) => sentences.some(({ text }) => cue.test(text))
  if (has(objection)) return 'objection'
  return has(choice) || answer.test(own.trim()) ? 'choice' : undefined
}

/** Sentences that decide something and make sense alone. */
export function decisionsIn(own: string): string[] {
  return sentencesOf(own)
    .filter(({ text }) => laidDown.test(text) && !isPassing.test(text))
    .filter(isReadable)
    .slice(0, mostDecisions)
    .map(({ text }) => shorten(withoutOpening(text), mostCharacters))
}

/** The two sentences that say most about what the user wants, in their original order. */
export function tellingSentences(own: string): Sentence[] {
  const sentences = sentencesOf(own)
  const telling = sentences.filter(isSteering)
  const chosen = new Set([...telling, ...sentences].slice(0, 2))
  return sentences.filter((sentence) => chosen.has(sentence))
}

/** Sentences in which the user objects, chooses or sets a rule. */
export function steeringSentences(own: string): Sentence[] {
  return sentencesOf(own).filter(isSteering)
}

/** "Do we need that?" corrects nothing; "can't we keep it?" does. */
export function isMereQuestion(own: string): boolean {
  const sentences = readSentences(own)
  return sentences.length > 0 && sentences.every(onlyAsks)
}

export const onlyAsks = ({ text, isQuestion }: Sentence) =>
  isQuestion && !/n['’]t (?:we|you|it|that|this|they)\b/.test(text)

/** "And so let's …" becomes "Let's …". */
function withoutOpening(text: string): string {
  const rest = text.replace(
    /^(?:(?:and|but|so|also|ok(?:ay)?|now|no|then|great|well)\b[,.!:\s]*)+/i,
    '',
  )
  return rest.replace(/^\p{Ll}(?=\p{Ll}*[\s,'])/u, (letter) => letter.toUpperCase())
}

const isSteering = ({ text }: Sentence) => [objection, choice, rule].some((cue) => cue.test(text))

function isReadable({ text, isQuestion }: Sentence): boolean {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'_./-]*/gu) ?? []
  return !isQuestion && words.length >= 6 && !text.endsWith(':') && !leansOnBefore.test(text)
}

function sentencesOf(own: string): readonly Sentence[] {
  return readSentences(straightenQuotes(own.slice(0, mostRead)))
}

/** "no, …", "that's not what …", "we shouldn't …", "why is it …?" */
const objection = new RegExp(
  [
    String.raw`^(?:no|nope|nah|wait|hold on|stop|wrong|not quite|sorry|oops|ugh|hm+|actually|but)\b[,. !…-]`,
    String.raw`\b(?:that|this|it|you)(?:'s| is|'re| are) (?:\w+ )?(?:wrong|not (?:right|what|quite|correct|how|needed|necessary)|incorrect|unnecessary|outdated|confusing|too \w+)\b`,
    String.raw`\b(?:don't|do not|doesn't|does not|no) need\b|\bshould(?:n't| not)\b|\bi (?:don't|do not|didn't) (?:want|think|like|see why|need|mean)\b`,
    String.raw`^(?:please )?(?:don't|do not|never|stop|revert|undo|avoid)\b|\binstead(?: of)?\b|\brather than\b|\bnot (?:just|only)\b.*\bbut\b`,
    String.raw`^why (?:did|do|does|are|is|was|were|would|have|not)\b|\bmy point is\b|\bi (?:meant|was (?:hoping|expecting|thinking))\b|\bstill (?:fails?|broken|not|doesn't|wrong|an? (?:error|issue|problem))\b`,
  ].join('|'),
  'i',
)

/** "go with the second", "let's use …", "I'd rather …", "we should …" */
const choice =
  /\b(?:go(?:ing)? with|option [a-d1-9]\b|the (?:first|second|third|last|latter|former) (?:one|option|approach|way)|let's (?:use|go|keep|make|not|rename|call|stick|only|just|move|have|drop|remove|add|do|update|simplify)|i(?:'d)? (?:prefer|rather|want|would like|'d like|like the|choose|vote)|i think (?:we|it|the|this|that|you)|we (?:should|want|decided|agreed|use|must|need to)|keep (?:it|the|this)|the (?:new )?goal is|make (?:sure|it)|(?:always|only) (?:use|the|when|if|one))\b|\S should\b/i
const answer = /^(?:\d{1,2}|[a-d]|both|neither|all of them|the (?:first|second|third|last))[.)!]?$/i

/** Valid beyond the task. */
const rule = /\b(?:always|never|from now on|must(?: not|n't)?|going forward|by default)\b/i

/** A decision: "we should …", "don't …", "let's use …", "… instead of …". */
const laidDown =
  /\b(?:should(?:n't| not)?|must(?: not|n't)?|never|always (?:use|run|be|show|ask|keep)|from now on|let's (?:use|go|keep|make|not|rename|call|stick|only|have|drop|remove|add|switch|simplify|randomi[sz]e)|instead of|rather than|we (?:want|use|decided|agreed|only)|i(?:'d)? (?:prefer|rather)|go(?:ing)? with|keep the|no longer|(?:don't|doesn't|do not) (?:need|want)|the (?:new )?goal is|switch from|make (?:it|sure))\b|(?:^|[,;–—-] |\band |\bbut |\bplease )(?:don't|do not) (?!worry|forget|have|know|get|see|think)/i

/** A guess, a report, a question or the next step: nothing lasting. */
const isPassing =
  /\b(?:maybe|perhaps|for (?:example|instance)|e\.g\.|wonder\w*|not sure|i guess|looks? like|seems?|can you|could you|move on|see how|we can always|next up|right approach|i don't (?:see|know|understand|remember|get)|don't always|didn't)\b|^(?:if|to|since|like)\b/i

const leansOnBefore =
  /^(?:(?:and|but|so|also|then|no|nope|hm+|wait|ok(?:ay)?|yes|yeah|sorry|actually|well)\b[,. …-]*)*(?:this|that|these|those|it|its|they|them|he|she|both|neither|same)\b(?! (?:repo|project|codebase|cli|package|team|feature|command|file|app)\b)/i

/**
 * What a user says outright: a rule, correction or wish with a marker that no task needs ("never",
 * "always", "do not", "from now on", "must"). It becomes a memory at once, so it must apply beyond
 * the task and be clear without context.
 */

import { readSentences, type Sentence, straightenQuotes } from '../text/sentences.ts'
import { asSentence, leansOnContext, longestPassage, standsAlone } from './passage.ts'
import { isErrand, opensAsTask } from './short-lived.ts'

/** @param typed by the user, surely @returns each statement with the sentences that explain it */
export function outrightIn(typed: string): string[] {
  const paragraphs = Map.groupBy(readSentences(typed).map(readSaid), ({ paragraph }) => paragraph)
  return [...paragraphs.values()].flatMap(statementsIn)
}

/** Whether it asks, with or without a question mark: "should we never push". */
export function isQuestion(said: string): boolean {
  return /\?\W*$/.test(said) || questionOrder.test(straightenQuotes(said))
}

interface Said {
  readonly paragraph: number
  readonly text: string
  readonly isOutright: boolean
}

function readSaid({ paragraph, text: given }: Sentence): Said {
  const text = asSentence(given)
  return { paragraph, text, isOutright: isOutright(straightenQuotes(text)) }
}

function statementsIn(sentences: readonly Said[]): string[] {
  const found: string[] = []
  let next = 0
  for (const [at, { text, isOutright }] of sentences.entries()) {
    if (at < next || !isOutright) continue
    const before = sentences.slice(next, at).at(-1)
    const opening = before && opens(before) ? `${before.text} ` : ''
    if (pointsBack.test(text) && opening === '') continue
    let passage = `${opening}${text}`.length > longestPassage ? text : opening + text
    next = at + 1
    for (const { text: more } of sentences.slice(next)) {
      if (!explains(more) || `${passage} ${more}`.length > longestPassage) break
      passage += ` ${more}`
      next += 1
    }
    found.push(passage)
  }
  return found
}

/** The previous sentence states the subject. */
function opens({ text }: Said): boolean {
  if (isQuestion(text) || complaint.test(straightenQuotes(text))) return false
  return standsAlone(text) && !isErrand(text) && !opensAsTask(text)
}

/** The next sentence gives a reason or more of the same. */
const explains = (text: string) => !isQuestion(text) && explaining.test(straightenQuotes(text))

const explaining =
  /^(?:because|since|otherwise|so|it|it's|they|that|this|the|an?|all|each|should|must|never|always|don't|do not|dont|only|we (?:want|use|need|don't)|use|instead)\b|\b(?:should|must)(?: not|n't| never| always| only)\b/i

function isOutright(said: string): boolean {
  const words = said.split(/\s+/).length
  if (words < fewestWords || isQuestion(said) || leansOnContext(said)) return false
  if (ofStandard.test(said)) return false
  if ([unclear, ofTheTask, complaint].some((sign) => sign.test(said))) return false
  if (rules.some((rule) => rule.test(said))) return true
  if (forbids.test(said) && reaches.test(said)) return true
  return words >= fewestWordsOfScope && scopes.some((scope) => scope.test(said))
}

const fewestWords = 4
/** A shorter one ("the button shouldn't be blue") says too little about what it rules out. */
const fewestWordsOfScope = 6

const questionOrder =
  /^(?:why|what|how|where|which|who|whose)\b|^when (?:do|does|did|is|are|was|can|should|will)\b|^(?:is|are|was|were|do|does|did|can|could|would|should|shall|will|has|isn't|aren't|don't|doesn't|can't|couldn't|shouldn't|wouldn't|won't) (?:i|we|you|it|he|she|they|this|that|these|those|there|the|an?|any|our|my)\b|, (?:right|correct|no|ok|yes)[.!]*$/i

/** A heading, a host's command, half a sentence, or about something only the session shows. */
const unclear =
  /:$|^(?:step|phase|part|task|goal|plan|section|option|slice|problem|context)\b[^.]{0,40}:|^[@/]|\b(?:be|to|the|an?|and|or|of|for|with|must|should|not)[.]?$|\bthere[,.!]|^(?:if|when|once|after|before) (?:it|this|that|they|these|those)\b|\b(?:above|below|attached|screenshots?|mock-?ups?)\b/i

/** "A client MUST NOT …" quotes a specification. */
const ofStandard = /\b(?:MUST|SHALL|SHOULD)\b/

/** Limits it to now or to this piece of work, reports what others say, or expresses doubt. */
const ofTheTask = new RegExp(
  [
    String.raw`\b(?:for now|right now|yet|this time|just this|this once|today|until (?:i|you|we)|as well|either|the last commit)\b|\btoo[.,;!]`,
    String.raw`\b(?:in|for|on|at|of|to) this (?!repo|repository|project|codebase|team|company|workspace)\w`,
    String.raw`\bthis (?:one|file|function|pr|branch|commit|session|task|step|change)\b`,
    String.raw`\b(?:don't|do not|dont) \w+ any(?:thing)?(?: (?:changes?|code|files?|edits?|tests?))?(?:[.,;!]| (?:besides|except|other|else|and|but)\b)`,
    String.raw`\bjust (?:tell|explain|answer|look|show|give|analy[sz]e|list|review|plan)\b|\bwant you to\b`,
    String.raw`\b(?:almost|not|n't) always\b|\b(?:can|could) always\b|\balmost never\b|\bnever ?mind\b`,
    String.raw`\b(?:maybe|might|perhaps|probably|i guess|not sure|wonder\w*|seems?|looks? like|if you (?:want|like)|haha|lol)\b`,
    String.raw`\b(?:says|said|blog|docs? say|readme|agents\.md|claude\.md)\b`,
    '^(?:write|make|answer|run|give|create|generate|draft|translate|retry|explain|what if|on this|implement|plan|review|check)\\b',
  ].join('|'),
  'i',
)

/** "You always forget the tests", "I never said that": not a demand. */
const complaint =
  /\b(?:you|it|this|that|which|they|he|she) (?:still |just |also )?(?:always|never|keeps?)\b|\bi (?:never|always) (?:said|asked|told|wanted|see|get|have)\b|\bwe (?:always|never|keep) (?:get|see|have|had|end|run into|seem)\b/i

const start = String.raw`(?:^|[,;:(–—-] ?|\b(?:and|but|so|also|then|please|just|or) )`
/** In the plain form: not "always fails", "never worked". */
const anyVerb = String.raw`(?!(?:been|had|has|saw|seen|got|was|were|did|went|came|knew|thought|heard|ran|wrote|made|gave|took|found|told|get|forget|feel|the|an?|in|on|at|more|again|true|false)\b|\w+(?:ed|ing)\b|\w*[^s\W]s\b(?<!focus|alias|bias))[a-z]\w`

const rules = [
  new RegExp(
    String.raw`(?:${start}|\b(?:we|i|must|should|shall|will|to) )(?:never|always) ${anyVerb}`,
    'i',
  ),
  /\b(?:from now on|going forward|from here on|as a rule|house rule|hard rule|in future,|in the future,)(?= )/i,
  /\b(?:don't|do not|dont) (?:you )?(?:ever|dare) \w/i,
  /\b(?:in|for) (?:this|our) (?:repo|repository|project|codebase|team|company),? (?:we|you|use|never|always|don't)\b/i,
  /^we (?:use|deploy|release|ship|host|publish|squash|format|lint|don't use|do not use)\b.{8,}/i,
  /^we (?:should not|shouldn't) (?:use|import|log|mock|depend|rely)\b/i,
  /^(?:our|the)(?: [\w-]+){1,3} (?:(?:runs?|lives?|(?:is|are) (?:hosted|deployed)) (?:in|on|at|under|by|with) (?!an? )|listens? on)\b/i,
  /\b(?:our|the) (?:convention|policy|rule) is\b/i,
  /\bi (?:always |generally |really |strongly )?prefer\b.{12,}|^prefer\b.{20,}/i,
]

const forbids = new RegExp(
  String.raw`${start}(?:don't|do not|dont) (?!(?:know|think|see|mind|worry|bother|care|get|understand|remember|recall|believe|have|like|feel|mean|forget|really)\b)\w`,
  'i',
)
/** It names its reach, a reason or a condition, or is about a way of working. */
const reaches =
  /\b(?:any(?:thing|where|one)?|every|all|each|our|because|since|otherwise|so that|unless|when|if|we (?:don't|do not|dont) want)\b|\b(?:don't|do not|dont) (?:use|import|mock|log|hard-?code|rely|depend|introduce|push to|commit to|deploy)\b/i

/** What is in or out: "X must …", "X should not …", "we don't want …", "use X, not Y". */
const scopes = [
  /\b(?:we|you|agents?|all|every(?:thing|one|body)?|each|any|nothing|nobody|no)(?: [^\s,;]+){0,6} must (?!have\b|be \w+ing\b)\w/i,
  /(?<!\bwhich )\b(?:must|should|shall)(?: not|n't| never| always) (?!have to|happen|need|be happening|matter)/i,
  /(?<!\b(?:if|when|because|since|that|where) )\b(?:we|i|you) (?:don't|do not|dont) (?:want|need|allow|support) (?!(?:to \w+ )?(?:that|this|it|them|these|those)\b)/i,
  /^use\b(?!.*\bhere\b).*(?:\b(?:instead of|rather than)\b|(?<!\b(?:is|are|was|do|does|did|has|have|can|could|should|would|will)) not \w)|^instead of\b.*\buse\b/i,
]

/** "Never do that again." */
const pointsBack = /\b(?:that|this|it|them|these|those)(?: again)\b/i

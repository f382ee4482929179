/**
 * Summarises a prompt's request in one line: the author's own sentence without fillers, or the
 * heading of what they passed on. A prompt such as "go on" has none.
 */
import { isImperative, isLogLine } from '../provenance/paste-signs.ts'
import { promptParts } from '../provenance/prompt-parts.ts'
import { isStopWord } from '../text/common-words.ts'
import { normaliseWord } from '../text/normalise-word.ts'
import { readSentences, straightenQuotes } from '../text/sentences.ts'
import { shorten, withCapital, withoutLinks } from '../text/shorten.ts'

const mostCharacters = 90
const mostRead = 6_000
/** Later requests are rarely the subject of the prompt. */
const sentencesWeighed = 3

/**
 * @param prompt the prompt as sent
 * @param own what the author typed of it
 */
export function headlineOf(prompt: string, own: string): string | undefined {
  const start = prompt.slice(0, mostRead)
  return (
    (passesOn.test(start) ? headingIn(start) : undefined) ??
    sentenceIn(own.slice(0, mostRead)) ??
    headingIn(start) ??
    (own === '' ? sentenceIn(firstParagraph(start)) : undefined)
  )
}

/** "Implement the following plan:", and a document below it. */
const passesOn = /^\s*[^\n]{0,200}\b(?:following|below|attached|this)\b[^\n]{0,100}\n\s*#{1,3} /i

function headingIn(prompt: string): string | undefined {
  const heading = documentHeading.exec(prompt)?.[1] ?? ''
  return saysSomething(heading) ? asTitle(heading) : undefined
}

const documentHeading =
  /^#{1,3}[ \t]+(?:(?:(?:implementation )?plan|proposal|task|spec|goal)[ \t]*[:–—-])?[ \t]*(\S.*)$/im

/** For a text passed on without comment; empty for logs and for what clients write. */
function firstParagraph(prompt: string): string {
  const first = promptParts(prompt).find(
    ({ speaker, isMarked }) => speaker !== 'client' && !isMarked,
  )
  return first === undefined || first.text.split('\n').some(isLogLine) ? '' : first.text
}

interface Candidate {
  readonly sentence: string
  /** Without an opening such as "ok, can you please". */
  readonly core: string
}

/** The first sentences of a prompt often only describe; the request follows. */
function sentenceIn(text: string): string | undefined {
  const candidates = readSentences(joinWrapped(straightenQuotes(withoutCommands(text))))
    .map(({ text: sentence }) => sentence.replace(mentions, '').trim())
    .filter((sentence) => !pointer.test(sentence))
    .map((sentence) => ({ sentence, core: withoutOpening(fromRequest(sentence)) }))
    .filter(({ core }) => saysSomething(core) && !goesOn.test(core))
    .slice(0, sentencesWeighed)
  const chosen = candidates.find(isRequest) ?? candidates[0]
  if (!chosen) return undefined
  const isAsked = asking.test(chosen.sentence) && chosen.core !== chosen.sentence
  return asTitle(isAsked ? chosen.core.replace(/\?+$/, '') : chosen.core)
}

/** Files that a client's menu inserted before the sentence. */
const mentions = /^(?:@[\w./-]+\s+)+(?=\S+\s+\S)/

/** Only announces what follows. */
const pointer = /^(?:[^:]{0,80}\b(?:following|followings|below)\b[^:.]{0,40}[:.]?|[^:]{0,40}:)$/i

/** `/plan why is …` is a question after the name of a command. */
const withoutCommands = (text: string) => text.replace(/^[ \t]*\/[a-z][\w:-]*(?=\s|$)[ \t]*/gim, '')

/** Terminals wrap lines: a line that starts in lower case continues the previous one. */
const joinWrapped = (text: string) =>
  text.replace(/([\p{L}\p{N},])[ \t]*\n[ \t]*(?=\p{Ll}[\p{L}'’]* )/gu, '$1 ')

/** Refers to the previous sentence. */
const goesOn = /^(?:it|they|he|she)(?:'\w+)?\s/i

/** The part of an overlong sentence that asks. */
function fromRequest(sentence: string): string {
  if (sentence.length <= mostCharacters) return sentence
  const at = sentence.search(asksLater)
  const rest = at < 0 ? sentence : sentence.slice(at)
  return saysSomething(withoutOpening(rest)) ? rest : sentence
}

const asksLater = /(?<=[\s,])(?:(?:can|could) you|please|let's|i (?:just |really )?want you to) /i

/** "Ok, can you please rename …" becomes "rename …". */
function withoutOpening(sentence: string): string {
  let text = sentence
  for (;;) {
    const shorter = openings.reduce((rest, opening) => rest.replace(opening, ''), text)
    if (shorter === text) return text
    text = shorter
  }
}

const openings = [
  /^(?:ok(?:ay)?|so|great|cool|perfect|thanks|thank you|nice|good|excellent|awesome|alright|all right|hi|hello|hey|yes|yeah|yep|sure|please|and|but|also|then|actually|btw|h+m+|oh|wow|looks good|got it|makes sense)(?:[,.!…:;]+|\s+[–—-])*\s+(?!of\b|but\b)/i,
  /^(?:now|right|no|next|first|well)[,.!…:;]+\s+/i,
  /^(?:can|could|would|will) (?:you|we)(?: please| also| just| maybe| now)* (?:help me (?:to )?)?(?=\p{L})/iu,
  /^(?:i|we)(?:'d| would)? (?:(?:just|really|now|also|still|probably) )?(?:want|need|like|love|wanna|have)(?: (?:you|us|help|some help))* to (?:be able to )?/i,
  /^(?:i|we)(?:'m| am|'re| are) (?:trying|going|planning|about) to (?:try to )?/i,
  /^let(?:'s|s| us) (?!not\b)(?:(?:also|now|just|try to|go ahead and|work on|start by) )*/i,
  /^(?:i think )?(?:that )?(?:we|you) (?:should|must|need to|could|have to)(?: probably| also| now| just)? (?!n't|not\b)/i,
  /^i (?:need|want)(?: your)? help (?:with )?/i,
  /^(?:please|kindly|just|go ahead and|help me(?: to)?|your (?:task|job|goal) is to|the (?:task|goal) is to|i think|(?:talk|think) about) (?!that\b|this\b|it\b)/i,
  /^(?:look|have a look|read|check)\b.{1,200}?\bthen (?:start by )?(?=\p{L})/iu,
]

/** Starts like a request or gives an instruction, and makes sense alone. */
function isRequest({ sentence, core }: Candidate): boolean {
  return (asking.test(sentence) || isImperative(core)) && !leaning.test(core)
}

const asking =
  /^(?:\S+[,.!]? ){0,2}(?:please|(?:can|could|would|will) (?:you|we)|let's|i(?:'d)? (?:want|need|like))\b/i
const leaning =
  /\b(?:(?:this|that|it|them|these|those)(?:[\s.,;:?!]*$|[,;]| (?:in|to|for|and|on|at|with|also)\b)|(?:why|how|what|where)[\s.?!]*$)/i

/** Requires two words that distinguish tasks, or one next to a name in code. */
function saysSomething(text: string): boolean {
  if ((text.match(unspaced)?.length ?? 0) >= fewestUnspaced) return true
  if (text.split(/\s+/).length < 2) return false
  if (references.test(text)) return true
  const words = text.toLowerCase().match(/\p{L}[\p{L}'-]{2,}/gu) ?? []
  const telling = new Set(
    words.filter((word) => !goingOn.has(word) && !isStopWord(normaliseWord(word))),
  )
  return telling.size >= (names.test(text) ? 1 : 2)
}

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
const fewestUnspaced = 4

/** "review PR 227" */
const references = /#\d|\b(?:PR|pr|[Ii]ssue|[Tt]icket) \d|\b[A-Z]{2,}-\d/
const names = /\w[._/]\w|\p{Ll}\p{Lu}/u

/** What people say to continue any kind of work. */
const goingOn: ReadonlySet<string> = new Set(
  `accept again ahead all and another approve are branch bug change changes check code command commit complete
  completed continue correct create did does doesn't don't done draft error errors everything exactly fail
  file files finish finished first fix following good great implement implementation issue issues it keep later left
  let's like look looks make merge more much need next not now okay only open option other perfect phase plan please
  problem proceed pull push ready remaining request rest review right run same second seem seems session should
  start started step steps still stop sure task tasks test tests thanks that the them then these they they're thing
  things think this those todo todos try update use want well what work working works yes you your above attached below`
    .trim()
    .split(/\s+/),
)

/** Ends at a clause if the sentence is too long. */
function asTitle(sentence: string): string {
  const text = withoutMarkup(withCapital(sentence)).replace(unfinished, '')
  if (text.length <= mostCharacters) return text
  const clause = [...text.slice(0, mostCharacters + 1).matchAll(clauses)]
    .map(({ index }) => index)
    .findLast((index) => index >= shortestClause)
  return clause === undefined
    ? shorten(text, mostCharacters)
    : text.slice(0, clause).replace(unfinished, '')
}

const unfinished =
  /(?:[\s.,;:…–—-]|\s(?:using|with|as|like|such as|including|for|by|in|of|to|and))+$/
const shortestClause = 50
const clauses =
  /[,;:]|\s[–—-]+\s|\s\(|\s(?:so(?: that)?|because|since|where|which|but|if|when|while|instead of|similar to|as well as|and then|then)\b/g

function withoutMarkup(text: string): string {
  return withoutLinks(text)
    .replace(/(?:\b(?:PR|pull request|issue) )?https?:\/\/[^\s<>"'`)\]]+/gi, nameOfAddress)
    .replace(/(^|\s)@(?=[\w./-]+)/g, '$1')
    .replace(/\*\*|__|`|(?<=\s|^)[*_](?=\S)|(?<=\S)[*_](?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `…/pull/104` is PR #104; `…/ENT-221/state-machine-for-hooks` contains words. */
function nameOfAddress(written: string): string {
  const path = written.replace(/^.*?https?:\/\//i, '').replace(/[?#].*$|[.,:;!?]+$/g, '')
  const numbered = /\/(pull|issues|merge_requests)\/(\d+)/.exec(path)
  if (numbered) return `${numbered[1] === 'issues' ? 'issue' : 'PR'} #${numbered[2]}`
  const [last = '', before = ''] = path.split('/').filter(Boolean).toReversed()
  if (last.split('-').length < 4) return path.split('/')[0] ?? ''
  return `${/^[A-Z]+-\d+$/.test(before) ? `${before} ` : ''}${last.replaceAll('-', ' ')}`
}

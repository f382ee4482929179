/** The sentences of an agent's answer that say what came of the user's request. */
import {
  accountFeatures,
  amountOf,
  type Features,
  oddsOf,
  type Weights,
} from '../../cues/features.ts'
import { finishSentence, leansOnContext } from '../../cues/passage.ts'
import { readSentences, straightenQuotes } from '../../text/sentences.ts'
import { withCapital } from '../../text/shorten.ts'

export interface AccountSentence {
  readonly text: string
  readonly features: Features
}

const mostSentences = 60
const shortestSentence = 16

/** @param about what the user said */
export function accountSentences(answer: string, about: string): readonly AccountSentence[] {
  const topic = new Set(wordsOf(about))
  const sentences = readSentences(answer)
    .map((sentence) => ({ ...sentence, text: withoutAcknowledgement(sentence.text) }))
    .filter(
      ({ text, isQuestion }) =>
        text.length >= shortestSentence && !isQuestion && tellsOutcome(text),
    )
    .slice(0, mostSentences)
  return sentences.map(({ text, isItem }, at) => {
    const shared = new Set(wordsOf(text).filter((word) => topic.has(word))).size
    return {
      text,
      features: {
        ...accountFeatures(text),
        'stands in a list': amountOf(isItem),
        'comes first': amountOf(at === 0),
        'comes early': amountOf(at < 4),
        'comes last': amountOf(at >= sentences.length - 2),
        'shares a word': amountOf(shared > 0),
        'shares words': Math.min(shared, 5) / 5,
        'leans on what came before': amountOf(leansOnContext(text)),
      },
    }
  })
}

const mostChosen = 2
/** A shorter piece of a sentence says too little. */
const shortestPiece = 40

/** The best ones that fit, in their order. */
export function chooseAccount(
  sentences: readonly AccountSentence[],
  room: number,
  weights: Weights,
): string {
  const ranked = sentences
    .map(({ text, features }, at) => ({ text, at, odds: oddsOf(features, weights) }))
    .toSorted((a, b) => b.odds - a.odds)
  const chosen: { text: string; at: number }[] = []
  let left = room
  for (const { text, at } of ranked.slice(0, 3 * mostChosen)) {
    const fitting = fitInto(finishSentence(text), left - 1)
    if (chosen.length === mostChosen || fitting === '') continue
    chosen.push({ text: fitting, at })
    left -= fitting.length + 1
  }
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(' ')
}

/** The sentence, or as many of its first clauses as there is room for. */
function fitInto(sentence: string, room: number): string {
  if (sentence.length <= room) return sentence
  const ends = [...sentence.slice(0, Math.max(0, room)).matchAll(clauseEnd)].map(
    ({ index }) => index,
  )
  const end = ends.findLast((at) => at >= shortestPiece && standsAlone(sentence.slice(0, at)))
  return end === undefined ? '' : finishSentence(sentence.slice(0, end))
}

const clauseEnd = /(?:,|;|:)(?= )| (?=[–—(]|- |which |because |so )/g

function standsAlone(piece: string): boolean {
  return !subordinate.test(piece) && isClosed(piece) && tellsOutcome(finishSentence(piece))
}

const subordinate = /^(?:since|when|if|as|although|while|because|once|after|before|in|on|for)\b/i

/** No quote, code or bracket is left open. */
function isClosed(piece: string): boolean {
  const count = (mark: RegExp) => piece.match(mark)?.length ?? 0
  return count(/`/g) % 2 === 0 && count(/"/g) % 2 === 0 && count(/[([]/g) === count(/[)\]]/g)
}

/**
 * Whether a sentence of the agent states a result. Thanks, plans, progress, the state of a branch,
 * next steps and headings do not, however many of the user's words they repeat.
 */
export function tellsOutcome(sentence: string): boolean {
  const plain = straightenQuotes(sentence)
  return !/:$/.test(plain) && verb.test(plain) && !empty.some((pattern) => pattern.test(plain))
}

const polite =
  "thanks?(?: you)?|you(?:'re| are) (?:absolutely |completely |quite )?(?:right|welcome|correct)|good (?:point|catch|question|idea|call)|great (?:point|catch|question|idea|news)|great|perfect|excellent|understood|got it|makes sense|that makes sense|absolutely|sure|of course|sorry|my apologies|i apologi[sz]e|all (?:done|set|good)|done|right|yes|yep|no problem|ah|okay|ok|good|nah|fair enough"
const acknowledgement = new RegExp(
  String.raw`^(?:(?:${polite})\b(?: for [^.,!—–-]{0,60})?[\s,.!:—–-]*)+`,
  'i',
)

/** «You're right — the lock is held too long.» says the same without the first words. */
export function withoutAcknowledgement(sentence: string): string {
  const text = sentence.replace(tick, '')
  return withCapital(text.slice(acknowledgement.exec(straightenQuotes(text))?.[0].length ?? 0))
}

/** Marks that agents put before list items. */
const tick = /^(?:\p{Extended_Pictographic}\uFE0F?|[✓✔✗✘→•])\s*/u

const opening = String.raw`^(?:(?:now|next|first|so|then|and|also|next up|finally)[,.!:]?\s+)*`
const working =
  'running|reviewing|implementing|preparing|waiting|checking|looking|reading|searching|updating|editing|generating|working|continuing|starting|creating|adding|fixing|writing|porting|moving|committing|pushing|rebasing|analy[sz]ing|investigating|examining|exploring|verifying|testing|applying|proceeding|planning|setting up'

const empty = [
  // Plans and offers.
  new RegExp(
    String.raw`${opening}(?:let me|let's|i'll|i will|i'm going to|i need to|i want to|i should|we need to|we'll|would you|want me|shall i|let us|i can|i could|i'd)\b`,
    'i',
  ),
  /\b(?:let me know|feel free|if you(?:'d)? (?:want|like|prefer)|happy to|ready (?:to|for))\b/i,
  // Work in progress, and what the agent knows by now.
  new RegExp(String.raw`${opening}(?:i'm|i am|we're) (?:now |still )?\w+ing\b`, 'i'),
  new RegExp(
    String.raw`${opening}(?:${working})\b(?!.* (?:is|are|makes?|means|would|will|allows?) )`,
    'i',
  ),
  new RegExp(
    String.raw`${opening}(?:i (?:now )?(?:can )?(?:now )?(?:see|understand)|what i'll)\b`,
    'i',
  ),
  new RegExp(
    String.raw`${opening}i(?:'ve| have)? (?:now )?(?:have (?:a|all|full|enough|the|everything|what)\b.{0,60}|(?:got|reviewed|looked|done|read)\b(?: \S+){0,6})[.!]?$`,
    'i',
  ),
  /^(?:the )?(?:user|they) (?:wants?|asks?|asked|(?:is|are) (?:asking|suggesting))\b/i,
  /^(?:here(?:'s| is| are)|looking at|the pattern is|that's (?:it|all|everything)|everything|no response requested|working tree)\b/i,
  /^(?:i(?:'ve| have)? )?(?:just )?(?:fixed|did|done|updated|changed) (?:it|that|this|them)?(?: and pushed)?[.!]*$/i,
  // The state of a branch and its checks.
  /^(?:commit(?:ted)?(?: hash)?|branch|pr|draft pr|pull request|tests?|verification|build|lint|status|files? (?:changed|modified|created|updated)|summary)\b[^:]{0,20}:/i,
  /^(?:i(?:'ve| have)? )?(?:committed|pushed|rebased|merged|opened)\b|^(?:clean )?rebase\b/i,
  /\b(?:pr|pull request|branch)\b.{0,12}\b(?:created|opened|updated|pushed)\b|\bno conflicts\b/i,
  /^(?:\W|\w+ ){0,4}(?:tests?|checks?|lint|typecheck|build|suite|strategies|verification)\b.{0,30}\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|clean(?:ly)?|fails?|successful(?:ly)?)\b.{0,20}$/i,
  // What the user may do next.
  /^(?:now,? )?(?:just )?(?:try|restart|wait|refresh|reload|you (?:can|should)|you(?:'re| are) (?:now )?(?:all )?set|add your|after you|once you)\b/i,
]

/** A list item without one is a heading or a name. */
const verb =
  /\b(?:\w{2,}ed|is|are|was|were|be|been|isn't|aren't|wasn't|has|have|had|do(?:es)?(?:n't)?|did(?:n't)?|will|won't|can(?:'t|not)?|could|should|must|may|might|would|uses?|sets?|gets?|goes|keeps?|stays?|lives?|returns?|shows?|takes?|works?|makes?|adds?|moves?|reads?|writes?|runs?|calls?|checks?|means|needs?|requires?|allows?|lets|gives?|holds?|falls?|looks?|applies|matches|renders?|prints?|wins|overrides?|becomes?|comes?|includes?|contains?|defaults?|fails?|supports?|validates?|replaces?|creates?|removes?|only|never|always|no longer|built|made|put|kept|left|split|cut|rewrote|took|gave|threw|→|=)(?![\w'])|'s\b/i

const idle = new Set(
  `the a an and or of to in on for with is are was be it this that i you we my our your as at by from
  so if not no do does don't can could should would will just like then than when what which how also
  have has had there their they them its it's into out up all any some one now here but let's make use
  using used get want need please new file files code`.split(/\s+/),
)

/** The words of a text that carry its topic. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z][a-z0-9_./-]{2,}/g) ?? []
  return words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => !idle.has(word))
}

/**
 * What in a commit message is worth a person's time: one sentence that chooses something and says why,
 * or a revert that says why. Half of the messages with “because” explain a bug that is gone by now, so
 * most of what is here declines. Measured in docs/benchmarks.md; in doubt there is nothing.
 */
import { isQuestion } from '../cues/outright.ts'
import { leansOnContext } from '../cues/passage.ts'
import { reportsTrouble } from '../cues/short-lived.ts'
import { outwardOrders } from '../provenance/elements.ts'
import { describeSuspicion } from '../provenance/suspicion.ts'
import { identifiersIn } from '../text/names.ts'
import { safeText } from '../text/safe-text.ts'
import { readSentences, straightenQuotes } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import { tokenise } from '../text/tokenise.ts'
import { revertedSubject, subjectIn } from './reverted.ts'

/** @param message as `readReason` gives it @returns one statement that is clear by itself */
export function decisionIn(message: string): string | undefined {
  const subject = subjectIn(message)
  const sentences = sentencesIn(message.split(/\n\s*\n/).slice(1))
  const reverted = revertedSubject(message)
  const decision =
    reverted === undefined
      ? strongest(subject, sentences, /^\W*(?:fix|bug|security)/i.test(message))
      : reasonOfRevert(reverted, sentences)
  return decision !== undefined && isHarmless(straightenQuotes(decision)) ? decision : undefined
}

function strongest(
  subject: string,
  sentences: readonly string[],
  isFix: boolean,
): string | undefined {
  const found = [
    { sentence: subject, strength: strengthOf(subject, { isSubject: true, isFix }) },
    ...sentences.map((sentence) => ({ sentence, strength: strengthOf(sentence, { isFix }) })),
  ]
  const [best] = found.toSorted((a, b) => b.strength - a.strength)
  if (!best || best.strength === 0) return undefined
  const { sentence } = best
  const isClear = sentence === subject || standsAlone(sentence)
  return isClear ? sentence : `“${shorten(subject, mostSubjectCharacters)}”: ${sentence}`
}

const mostSubjectCharacters = 100
const mostCharacters = 280
const fewestWords = 9
const fewestInReason = 5

function reasonOfRevert(reverted: string, sentences: readonly string[]): string | undefined {
  // What reverts a revert says nothing about what is there now.
  if (/^reverts?\b/i.test(reverted) || ofWork.test(reverted)) return undefined
  for (const sentence of sentences) {
    const why = sentence.replace(/^(?:this )?reverts? (?:commit )?\S+[.,]?\s*/i, '')
    const plain = straightenQuotes(why)
    if (!isStatement(plain, fewestInReason) || !trouble.test(plain) || guess.test(plain)) continue
    const isClause = /^(?:which|because|since|as|due)\b/i.test(why)
    const what = `Reverted “${shorten(reverted, mostSubjectCharacters)}”`
    return isClause ? `${what}, ${why.charAt(0).toLowerCase()}${why.slice(1)}` : `${what}: ${why}`
  }
  return undefined
}

/** Somebody was not sure. */
const guess =
  /\b(?:seems?|looking|looks|maybe|perhaps|probably|think|flaky|random|tests?|should be fixed)\b/i
const trouble =
  /\b(?:because|since|due to|caus(?:es|ed|ing)|br(?:eak|oke)\w*|fail\w*|regress\w*|slow(?:s|er|ed|down)\w*|crash\w*|incompatible|doesn't|not work\w*)\b/i

/** Of prose alone: the lines that a message was wrapped into are joined first. */
function sentencesIn(paragraphs: readonly string[]): string[] {
  const prose: string[] = []
  let isFenced = false
  for (const paragraph of paragraphs) {
    let joined = ''
    for (const line of paragraph.split('\n')) {
      const isFence = /^\s*(?:```|~~~)/.test(line)
      if (isFence) isFenced = !isFenced
      const isCode = isFence || isFenced || (joined === '' && /^(?:\t| {4,})\S/.test(line))
      if (isCode || /^\s*(?:[-=*_]{3,}$|#{1,6}\s|>|\|)/.test(line)) continue
      if (/^\s*(?:[-*•+]|\(?\d{1,2}[.)])\s+\S/.test(line)) {
        prose.push(joined)
        joined = ''
      }
      joined += `${line.trim()} `
    }
    prose.push(joined)
  }
  return prose
    .filter((paragraph) => !/<\/[a-z]/i.test(paragraph))
    .flatMap(readSentences)
    .filter(({ isQuestion: isAsked }) => !isAsked)
    .map(({ text }) => text.replace(/^\(([^()]*)\)$/, '$1').replace(/;$/, '.'))
}

/** From 0, no decision, to 3. */
function strengthOf(
  sentence: string,
  { isSubject = false, isFix }: { readonly isSubject?: boolean; readonly isFix: boolean },
): number {
  const plain = straightenQuotes(sentence)
  if (!isStatement(plain) || ofChange.test(plain) || isQuestion(plain)) return 0
  if (!isSubject && (fragment.test(plain) || leansOnContext(plain))) return 0
  const reason = because.exec(plain)
  const { index } = reason ?? purpose.exec(plain) ?? { index: 0 }
  const [choice, why] = [plain.slice(0, index), plain.slice(index)]
  if (!isChoice(choice) || !isReason(why)) return 0
  // What something is for, its author says of any change.
  if (!reason && changing.test(plain)) return 0
  if (explicit.test(choice) || rejects(choice, isFix)) return 3
  if (!reason) return 0
  if (imperative.test(plain)) return contrast.test(why) ? 3 : 2
  return firm.test(choice) ? 1 : 0
}

/** A fix says with «instead of» what went wrong. */
const rejects = (choice: string, isFix: boolean) =>
  isFix && !imperative.test(choice) ? /\brather than\b/i.test(choice) : contrast.test(choice)

const because =
  /,? \b(?:because(?! of)|since(?= (?:it|they|we|that|this|the|those|these|an?|no|each|every|both|neither|only|otherwise|\p{L}+'s|[`\p{L}]\S*(?: \S+){0,4} (?:is|are|has|have|does|do|can|cannot|can't|already|would|will|must|reads?|needs?))\b)(?! (?:the )?(?:last|first|release|version|beginning|start)))\b/iu
const purpose = /,? \b(?:so that|otherwise|to (?:avoid|prevent))\b/i
const contrast = /\b(?:instead of|rather than|in favou?r of)\b/i
const explicit = /\b(?:deliberately|intentionally|on purpose|by design)\b/i
const firm =
  /\b(?:must|should(?! be able| see| also)|ha(?:s|ve) to|needs? to|stays?|remains?|lives?|keeps?|(?:is|are) (?:kept|left|required|needed|pinned|excluded|skipped|ignored)|we (?:use|keep|prefer|need|want|chose|avoid|rely|don't|do not|can't|cannot)|wins)\b/i
const imperative =
  /^(?:[\w./@-]+: )?(?:explicitly |only |just )?(?:use|prefer|keep|store|avoid|pin|skip|do not|don't|never|always|stop|leave|disable|enable|return|treat|switch|make|require|allow|default|limit|cap|run|cache|bail|ignore|exclude|include|restrict|fall back|derive|compute|pass|emit|resolve|hold|gate|reject|refuse|build|generate|load|send|share|check|reuse|rely|lock|force|guard|delay|defer|wait|retry|ship|bundle|inline|expose|hide|strip|mark|iterate)\b/i

const changing = /^(?:change|update|remove|fix|refactor|rename|introduce|convert)(?:e?[sd])?\b/i

const ofChange = /\b(?:this|the|that|in) (?:PR|patch|pull request|commit|change|diff|MR)\b/i

/** Begins in the middle, or with the change itself. */
const fragment =
  /^\p{Ll}+\b(?![./(_-])|^(?:[Tt]he (?:change|fix|update|problem|issue|bug|reason)|Intentionally|(?:Improv|Add)(?:e[sd]?|s|ed|ing)?|However|But|And|So|As such|At the same time|Thus|Hence|Therefore|Likewise|Similarly|While|Sadly|In theory|Instead of|Rather than|Does(?:n't| not))\b/u

/** Says how it is from now on, in one clause. */
function isChoice(choice: string): boolean {
  const words = choice.split(/\s+/).length
  if (words < 4 || words > 28 || reportsTrouble(choice)) return false
  return !declined.some((pattern) => pattern.test(choice))
}

const isReason = (why: string) => why.trim().split(/\s+/).length >= 5 && !past.test(why)

const past =
  /\b(?:failed|got|previous(?:ly)?|used to|thought|didn't|wasn't|weren't|was|were|had|broke|wrong|bugs?)\b/i

/** About the work itself. */
const ofWork =
  /\b(?:tests?|tested|testing|fixtures?|asserts?|assertions?|specs?|suites?|stubs?|mocks?|snapshots?|benchmarks?|clippy|rustfmt|lint\w*|typos?|docs?|changelogs?|changesets?|readme|comments?|review\w*|rebas\w+|follow-?up|type(?:script)? error|rename[ds]?|TODO)\b/i

const declined = [
  past,
  // Two clauses, or half of one.
  /[:;]\s|(?:^|\s)(?:just|only|especially|simply|mostly|partly|or|and|not|happens|that's|is)$/i,
  // What it is about is in another sentence.
  /\b(?:this|these|those|them)(?=\W*$|\s(?:is|are|for|to|in|on|from|with|at|by|as|when|here)\b)|\b(?:do|doing|for|need|reuse|off) that\b|\bthe (?:latter|former)\b|\bfor (?:this|that) reason\b/i,
  // What happened, or happens until it is fixed.
  /\b(?:did|couldn't|could|would|crashed|caused|went|happen(?:s|ed)|currently|no longer|now|still|yet|exist(?:s|ed)|worked|produced|recorded|returned|gave|came|took|made|fails?|crash(?:es)?|breaks?|hangs?|throws?|bugs?|problems?|wrong(?:ly)?|incorrect(?:ly)?|broken|unfortunately|appears?|seems?|known|going to|silently|stuck|invisible)\b/i,
  /(?<!\b(?:is|are|be|been|being|not|gets?|stays?|remains?|already|deliberately|intentionally|only|always|never|left|and|or|as),? )(?<!-)\b[a-z]{2,}ed (?:the|an?|it|them|that|this|these|to|both|its|in|on|because|since)\b/,
  // How good or bad the change is.
  /\b(?:affected|surface[ds]?|visible|makes? (?:\w+ ){0,3}sense|recovers?|big deal|security (?:issue|flaw|fix)|hardening|minor|improvement|faster|fine|this time)\b/i,
  ofWork,
  /\d(?:\.\d+)?\s?(?:ms|s|%|x|[KMG]i?B)\b/,
]

/** One sentence about the project, not about its change. */
function isStatement(plain: string, fewest = fewestWords): boolean {
  return (
    plain.length <= mostCharacters &&
    tokenise(plain).length >= fewest &&
    !partial.test(plain) &&
    isHarmless(plain)
  )
}

/** Only one of several points. */
const partial =
  /:$|^(?:one|two|three|four|five|six|seven|eight|several|most|some|items?|also|note|known|fix|unlike|same)\b/i

/** Prose that gives nobody orders and sends nobody anywhere. */
function isHarmless(plain: string): boolean {
  return (
    safeText(plain) === plain &&
    !addressing.some((pattern) => pattern.test(plain)) &&
    describeSuspicion(plain) === undefined &&
    outwardOrders(plain).size === 0
  )
}

const addressing = [
  /https?:|www\.|@\w+ /,
  /\b(?:I|I'm|I've|me|my)\b/,
  /\b(?:you|your|(?:agents?|assistants?|models?|LLMs?|AI) (?:must|should|shall|always|never|needs? to|ha(?:s|ve) to))\b/i,
]

/** It names something, and points at nothing. */
function standsAlone(sentence: string): boolean {
  const [choice = ''] = sentence.split(because)
  return identifiersIn(sentence).length > 0 && !pointing.test(choice) && !general.test(sentence)
}

const pointing = /\b(?:this|that|those|these|it|its|they|them|here|there)\b/i
const general =
  /^(?:the|an?|both|such|each|instead|otherwise|however|so|then|but|and|also|to|when|if)\b/i

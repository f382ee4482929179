/** Picks the significant sentences of a prompt or an answer. Few cues: silence beats noise. */
import { readSentences, type Sentence } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import { straightenQuotes } from '../text/straighten-quotes.ts'
import { courtesy, filler, finding, hypothetical, label, leaning, offer } from './cues.ts'
import { tellingSentences } from './user-words.ts'

const mostStatementCharacters = 240
const mostRead = 12_000
const mostStatements = 4
/** «Done.» is all that such an answer says. */
const mostShortAnswer = 80

/** @param own the user's own words */
export function requestIn(own: string): string | undefined {
  return joined(tellingSentences(withoutFences(own))) || firstWords(own)
}

/** What came of the turn: how the answer begins, without announcements and politeness. */
export function resultIn(answer: string): string | undefined {
  const said = sentencesOf(answer).filter(({ isQuestion }) => !isQuestion)
  const results = said.filter((sentence) => isSaying(sentence) && !label.test(sentence.text))
  if (results.length > 0) return joined(results.slice(0, 4))
  const others = answer.length > mostShortAnswer ? said.filter(isSaying) : said
  return joined(others.slice(0, 4)) || (said.length === 0 ? firstWords(answer) : undefined)
}

const isSaying = ({ text }: Sentence) => !filler.test(text)

/** Causes and decisions of the agent that stand alone. No guesses, plans or advice. */
export function findingsIn(answer: string): string[] {
  const isFinding = (text: string) => finding.test(text) && !hypothetical.test(text)
  return sentencesOf(answer)
    .filter(({ isQuestion, text }) => !isQuestion && text.length >= 30 && !text.endsWith(':'))
    .filter(({ text }) => isFinding(text) && !leaning.test(text) && /^[\p{Lu}`]/u.test(text))
    .slice(0, mostStatements)
    .map(({ text }) => shorten(text, mostStatementCharacters))
}

/** The question an answer ends with, or an offer shortly before its end. */
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

/** For a text that is nothing but code or a log. */
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

/** As many sentences as fit, at least the first. */
function joined(sentences: readonly Sentence[]): string {
  let text = ''
  let last: Sentence | undefined
  for (const sentence of sentences) {
    const longer = `${text}${text === '' ? '' : last?.isItem && sentence.isItem ? '; ' : ' '}${sentence.text}`
    if (text !== '' && longer.length > mostStatementCharacters) break
    text = longer
    last = sentence
  }
  return shorten(text.replace(/:$/, ' …').replace(/;$/, '.'), mostStatementCharacters)
}

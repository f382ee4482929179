/** Picks the significant sentences of a prompt or an answer. Few cues: silence beats noise. */
import { readSentences, type Sentence } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import {
  finding,
  headingOfOpen,
  intention,
  label,
  marked,
  offer,
  openHeading,
  ruleWords,
  unfinished,
} from './cues.ts'

const mostStatementCharacters = 240
const mostRead = 12_000
const mostStatements = 4

export function requestIn(prompt: string): string | undefined {
  return joined(sentencesOf(prompt).slice(0, 2)) || firstWords(prompt)
}

/** The start of the answer, without announcements. */
export function resultIn(answer: string): string | undefined {
  const said = sentencesOf(answer).filter(({ isQuestion }) => !isQuestion)
  const results = said.filter(({ text }) => !intention.test(text) && !label.test(text))
  return joined((results.length > 0 ? results : said).slice(0, 4)) || firstWords(answer)
}

/** The agent's causes, findings and decisions. */
export function findingsIn(answer: string): string[] {
  const isFinding = (text: string) => finding.test(text) && !intention.test(text)
  return statements(answer, (text) => isFinding(text) && /^[\p{Lu}`]/u.test(text))
}

export function rulesIn(prompt: string): string[] {
  return statements(prompt, (text) => ruleWords.test(text))
}

/** What the agent says is not done; each point under «next steps» counts. */
export function unfinishedIn(answer: string): string[] {
  const found: string[] = []
  let isUnderHeading = false
  for (const { text, isItem } of sentencesOf(ends(answer).replace(headingOfOpen, '$1:'))) {
    if (openHeading.test(text)) {
      isUnderHeading = true
    } else if ((isUnderHeading && isItem) || isLeft(text)) {
      found.push(shorten(text, mostStatementCharacters))
    } else {
      isUnderHeading = false
    }
  }
  return found.slice(0, mostStatements)
}

/** The question an answer ends with, or an offer shortly before its end. */
export function questionIn(answer: string): string | undefined {
  const sentences = sentencesOf(answer)
  const last = sentences.at(-1)
  const asked = last?.isQuestion
    ? last
    : sentences.slice(-10).findLast(({ text, isQuestion }) => isQuestion && offer.test(text))
  return asked && shorten(asked.text, mostStatementCharacters)
}

function statements(text: string, isWanted: (sentence: string) => boolean): string[] {
  return sentencesOf(text)
    .filter(({ isQuestion, text: said }) => !isQuestion && said.length >= 20 && !said.endsWith(':'))
    .filter((sentence) => isWanted(sentence.text))
    .slice(0, mostStatements)
    .map((sentence) => shorten(sentence.text, mostStatementCharacters))
}

const isLeft = (text: string) =>
  (unfinished.test(text) || marked.test(text)) && !/\?\W*$/.test(text)

/** For a text that is nothing but code or a log. */
function firstWords(text: string): string | undefined {
  return shorten(text.slice(0, mostRead).replace(/^[ \t]*(?:```|~~~).*$/gm, ''), 120) || undefined
}

function sentencesOf(text: string): readonly Sentence[] {
  return readSentences(ends(text).replaceAll('’', "'").replace(fences, '\n'))
}

/** A long text states its topic at the start and its outcome at the end. */
function ends(text: string): string {
  const half = mostRead / 2
  return text.length <= mostRead ? text : `${text.slice(0, half)}\n\n${text.slice(-half)}`
}

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
  return shorten(text.replace(/:$/, ' …'), mostStatementCharacters)
}

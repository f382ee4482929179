/** Sentences of a prompt or an answer that are worth telling. Cues are few: silence beats noise. */
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

/** What was asked, in its first words. */
export function requestIn(prompt: string): string | undefined {
  return joined(sentencesOf(prompt).slice(0, 2)) || firstWords(prompt)
}

/** What the agent says came of it: how its answer begins, without what it was about to do. */
export function resultIn(answer: string): string | undefined {
  const said = sentencesOf(answer).filter(({ isQuestion }) => !isQuestion)
  const telling = said.filter(({ text }) => !intention.test(text) && !label.test(text))
  return joined((telling.length > 0 ? telling : said).slice(0, 4)) || firstWords(answer)
}

/** Causes, findings and decisions of the agent. */
export function findingsIn(answer: string): string[] {
  const isFinding = (text: string) => finding.test(text) && !intention.test(text)
  return statements(answer, (text) => isFinding(text) && /^[\p{Lu}`]/u.test(text))
}

/** What the person laid down. */
export function rulesIn(prompt: string): string[] {
  return statements(prompt, (text) => ruleWords.test(text))
}

/** What the agent says is not done; under «next steps» each point. */
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

/** What the answer asks in the end: a plain question, or leave to go on before it says how. */
export function questionIn(answer: string): string | undefined {
  const sentences = sentencesOf(answer)
  const last = sentences.at(-1)
  const asked = last?.isQuestion
    ? last
    : sentences.slice(-10).findLast(({ text, isQuestion }) => isQuestion && offer.test(text))
  return asked && shorten(asked.text, mostStatementCharacters)
}

function statements(text: string, isTold: (sentence: string) => boolean): string[] {
  const told = sentencesOf(text).filter(
    (each) =>
      !each.isQuestion && each.text.length >= 20 && !each.text.endsWith(':') && isTold(each.text),
  )
  return told.slice(0, mostStatements).map((each) => shorten(each.text, mostStatementCharacters))
}

const isLeft = (text: string) =>
  (unfinished.test(text) || marked.test(text)) && !/\?\W*$/.test(text)

/** Of a text that is nothing but code or a log. */
function firstWords(text: string): string | undefined {
  return shorten(text.slice(0, mostRead).replace(/^[ \t]*(?:```|~~~).*$/gm, ''), 120) || undefined
}

function sentencesOf(text: string): readonly Sentence[] {
  return readSentences(ends(text).replaceAll('’', "'").replace(fences, '\n'))
}

/** A long text says what it is about at its beginning, and how it stands at its end. */
function ends(text: string): string {
  const half = mostRead / 2
  return text.length <= mostRead ? text : `${text.slice(0, half)}\n\n${text.slice(-half)}`
}

/** Also one that is left open. */
const fences = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm

/** As many of the sentences as there is room for, at least the first. */
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

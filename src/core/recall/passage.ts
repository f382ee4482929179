/** The part of a prompt or an answer that matches, as prose on one line. */
import { readSentences } from '../text/sentences.ts'
import { tokenise } from '../text/tokenise.ts'
import { findSnippet } from './snippet.ts'

const longestPassage = 240
/** A passage must not cost more than the search. */
const mostRead = 20_000

/** The sentence with most of the terms, and what follows it as far as it fits. */
export function findPassage(text: string, terms: readonly string[]): string {
  const read = beginningAndEnd(text)
  const wanted = new Set(terms)
  const sentences = readSentences(read).map((sentence) => sentence.text)
  const held = sentences.map((sentence) => countHeld(sentence, wanted))
  const most = Math.max(0, ...held)
  const literal = findSnippet(read, terms)
  // Code, logs and quotes are no prose, but may be what was asked for.
  if (sentences.length === 0 || countHeld(literal, wanted) > most) return literal
  return joinFrom(sentences, held.indexOf(most))
}

function countHeld(text: string, wanted: ReadonlySet<string>): number {
  return new Set(tokenise(text).filter((term) => wanted.has(term))).size
}

function beginningAndEnd(text: string): string {
  if (text.length <= mostRead) return text
  return `${text.slice(0, mostRead / 2)}\n${text.slice(-mostRead / 2)}`
}

function joinFrom(sentences: readonly string[], first: number): string {
  let passage = sentences[first] ?? ''
  for (const next of sentences.slice(first + 1)) {
    if (passage.length + 1 + next.length > longestPassage) break
    passage += ` ${next}`
  }
  return passage.length <= longestPassage
    ? passage
    : `${[...passage].slice(0, longestPassage - 1).join('')}…`
}

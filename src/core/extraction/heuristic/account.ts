/** The sentences of an answer that say what came of what the user said. */

import {
  accountFeatures,
  amountOf,
  type Features,
  oddsOf,
  type Weights,
} from '../../cues/features.ts'
import { finishSentence, leansOnContext } from '../../cues/passage.ts'
import { readSentences } from '../../text/sentences.ts'
import { tellsOutcome, withoutAcknowledgement } from './tells-outcome.ts'
import { wordsOf } from './words.ts'

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
/** Rather than a shorter piece of a sentence, none. */
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

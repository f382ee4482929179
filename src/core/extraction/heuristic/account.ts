/** The sentences of an answer that say what came of what the user said. */

import {
  accountFeatures,
  amountOf,
  type Features,
  oddsOf,
  type Weights,
} from '../../cues/features.ts'
import { readSentences } from '../../text/sentences.ts'
import { cutAtWord } from '../../text/shorten.ts'
import { straightenQuotes } from '../../text/straighten-quotes.ts'
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
    .filter(
      ({ text, isQuestion }) => text.length >= shortestSentence && !isQuestion && !isPlanned(text),
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
      },
    }
  })
}

/** What the agent is about to do, heads of lists, offers and praise say nothing of what came of it. */
function isPlanned(sentence: string): boolean {
  return /:$/.test(sentence) || planned.test(straightenQuotes(sentence))
}

const planned =
  /^(?:(?:now|next|first|okay|ok|perfect|great|good|excellent|alright|so|then|and)[,.!:]?\s+)*(?:let me|let's|i'll|i will|i'm going to|i need to|i want to|i should|we need to|we'll|would you|want me|shall i|let us)\b|\blet me know\b|\bfeel free\b/i

const mostChosen = 2
/** Rather than a shorter piece of a sentence, none. */
const shortestCut = 60

/** The best ones that fit, in their order. */
export function chooseAccount(
  sentences: readonly AccountSentence[],
  room: number,
  weights: Weights,
): string {
  const ranked = sentences
    .map((sentence, at) => ({ text: sentence.text, at, odds: oddsOf(sentence.features, weights) }))
    .toSorted((a, b) => b.odds - a.odds)
  const chosen: { text: string; at: number }[] = []
  let left = room
  for (const { text, at } of ranked.slice(0, 3 * mostChosen)) {
    if (chosen.length === mostChosen) break
    if (text.length + 1 <= left) {
      chosen.push({ text, at })
      left -= text.length + 1
    } else if (chosen.length === 0 && left >= shortestCut) {
      chosen.push({ text: cutAtWord(text, left), at })
      break
    }
  }
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(' ')
}

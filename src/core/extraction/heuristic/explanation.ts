/** The sentences in which an agent says why something failed and what mended it. */

import { readSentences } from '../../text/sentences.ts'
import { concreteness } from './concreteness.ts'
import { weigh } from './cue.ts'
import { finishSentence } from './fit-sentences.ts'
import type { Language } from './language.ts'

export interface Explanation {
  readonly kind: 'fix' | 'workaround'
  readonly sentences: readonly string[]
  /** Not worth remembering. */
  readonly isSlip: boolean
  /** How surely they tell the cause, and what mended it. */
  readonly cause: number
  readonly remedy: number
}

interface Told {
  readonly text: string
  readonly plain: string
  readonly cause: number
  readonly remedy: number
}

/** @returns undefined when nothing is told of why it failed or what mended it */
export function explain(answer: string, language: Language): Explanation | undefined {
  const { account } = language
  const sentences = readSentences(answer)
    .filter(({ isQuestion, isItem }) => !isQuestion && !isItem)
    .map(({ text }) => tell(text, language))
  const substantial = sentences.filter(({ plain }) => !account.isIdle(plain))
  const cause = highest(substantial, (one) => one.cause)
  const remedy = highest(substantial, (one) => one.remedy)
  const told = cause ?? remedy
  if (!told) return undefined
  // Told in one sentence, it is understood by the one beside it.
  const at = substantial.indexOf(told)
  const ground =
    !cause || !remedy || cause === remedy ? (substantial[at - 1] ?? substantial[at + 1]) : undefined
  const kept = substantial.filter((one) => one === cause || one === remedy || one === ground)
  const isWorkaround = kept.some(({ plain }) => weigh(account.evasions, plain) >= evasive)
  return {
    kind: isWorkaround ? 'workaround' : 'fix',
    isSlip: sentences.some(({ plain }) => account.isSlip(plain)),
    sentences: kept.map(({ text }) => finishSentence(account.neutral(text))),
    cause: cause?.cause ?? 0,
    remedy: remedy?.remedy ?? 0,
  }
}

/** Weight of cues from which on a fault was avoided and not removed. */
const evasive = 4

function tell(text: string, { normalise, account }: Language): Told {
  const plain = normalise(text)
  return {
    text,
    plain,
    cause: weigh(account.causes, plain),
    remedy: weigh(account.remedies, plain),
  }
}

function highest(told: readonly Told[], score: (one: Told) => number): Told | undefined {
  let best: Told | undefined
  for (const one of told) {
    const isHigher = !best || score(one) > score(best)
    const isTie = best && score(one) === score(best)
    if (score(one) <= 0) continue
    // Of two that tell as much, the one that names things.
    if (isHigher || (isTie && concreteness(one.text) > concreteness(best?.text ?? ''))) best = one
  }
  return best
}

/** What an agent admits when somebody questions its answer: settled over two turns. */

import type { Exchange } from '../../model/window.ts'
import { readSentences } from '../../text/sentences.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { concreteness } from './concreteness.ts'
import { findClosest } from './find-closest.ts'
import { finishSentence, fitSentences } from './fit-sentences.ts'
import type { Language } from './language.ts'
import { trustOf } from './trust-of.ts'
import { turnSource } from './turn-source.ts'

export function conceded(
  exchange: Exchange,
  previous: Exchange | undefined,
  language: Language,
): Candidate | undefined {
  const { account, normalise, settling, wording } = language
  const [first, second] = readSentences(exchange.assistant)
  if (!first || !settling.concedes(normalise(first.text))) return undefined
  const told = [settling.withoutConceding(first.text), second?.text ?? ''].find(
    (text) =>
      settling.states(normalise(text)) && (isConcrete(text) || settling.isNorm(normalise(text))),
  )
  if (told === undefined) return undefined
  const admitted = finishSentence(account.neutral(told))
  const asked = isConcrete(admitted) ? undefined : readSentences(previous?.user ?? '')[0]
  if (!asked && !isConcrete(admitted)) return undefined
  const wrong = findClosest(admitted, previous?.assistant ?? '', false)
  return toCandidate({
    kind: 'correction',
    content: fitSentences([
      admitted,
      ...(asked ? [wording.asked(asked.text)] : []),
      ...(wrong === undefined ? [] : [wording.insteadOf(wrong)]),
    ]),
    margin: 0,
    trust: trustOf(exchange),
    sources: [previous, exchange].flatMap((one) => turnSource(one?.turnId)),
  })
}

function isConcrete(text: string): boolean {
  return concreteness(text) > 0
}

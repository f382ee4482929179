/** What an agent found out about the project while it looked for something. */

import type { Exchange } from '../../model/window.ts'
import { readSentences, type Sentence } from '../../text/sentences.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { sumOf } from './evidence.ts'
import { findFindingEvidence } from './finding-evidence.ts'
import { finishSentence, fitSentences } from './fit-sentences.ts'
import type { Language } from './language.ts'
import { trustOf } from './trust-of.ts'
import { turnSource } from './turn-source.ts'

/** Log odds from which on a sentence is kept. */
const worthNeeded = -0.5

/** The surest of its sentences, and the one after it. */
export function foundByAgent(
  exchange: Exchange,
  next: Exchange | undefined,
  language: Language,
): Candidate | undefined {
  const sentences = readSentences(exchange.assistant)
  if (isUnderWay(exchange, sentences)) return undefined
  const odds = findFindingEvidence(exchange, next, language).map((found, at) => {
    const sentence = sentences[at]
    const isClear = sentence && tells(sentence, language) && !leans(sentence, language)
    return isClear ? sumOf(found, language.findingWeights) : Number.NEGATIVE_INFINITY
  })
  const at = odds.indexOf(Math.max(...odds))
  const margin = (odds[at] ?? Number.NEGATIVE_INFINITY) - worthNeeded
  if (margin < 0) return undefined
  const told = sentences
    .slice(at, at + 2)
    .filter((sentence, index) => index === 0 || tells(sentence, language))
  return toCandidate({
    kind: 'fact',
    content: fitSentences(told.map(({ text }) => finishSentence(language.account.neutral(text)))),
    margin,
    trust: trustOf(exchange),
    sources: turnSource(exchange.turnId),
  })
}

/** What an agent changed it tells, too, and what it asks about is not settled. */
function isUnderWay({ actions }: Exchange, sentences: readonly Sentence[]): boolean {
  return (
    actions.some(({ kind }) => kind === 'edit') || sentences.some(({ isQuestion }) => isQuestion)
  )
}

function tells({ text, isItem }: Sentence, { account, normalise, settling }: Language): boolean {
  const plain = normalise(text)
  return !isItem && !account.isIdle(plain) && !settling.proposes(plain)
}

function leans({ text }: Sentence, { leansOnContext, normalise }: Language): boolean {
  return leansOnContext(normalise(text))
}

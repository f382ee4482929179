/** What an agent found out, as memories. Its plans, offers and advice are none. */
import type { MemoryKind } from '../../../contract/memory.ts'
import type { Exchange } from '../../model/window.ts'
import { readSentences, type Sentence } from '../../text/sentences.ts'
import { answeredPlace, answeredSteps } from './answers.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { concreteness } from './concreteness.ts'
import { weigh } from './cue.ts'
import { finishSentence, fitSentences } from './fit-sentences.ts'
import type { FixChain } from './fix-chain.ts'
import { foundByAgent } from './found-by-agent.ts'
import type { Language } from './language.ts'
import { recountFix } from './recount-fix.ts'
import { trustOf } from './trust-of.ts'
import { turnSource } from './turn-source.ts'

/** @param chains those that ended in this exchange */
export function toldByAgent(
  exchange: Exchange,
  next: Exchange | undefined,
  chains: readonly FixChain[],
  exchanges: readonly Exchange[],
  language: Language,
): readonly Candidate[] {
  const mended = recountFix(exchange, chains[0], exchanges, language)
  const stated = statedIn(exchange, language).filter(
    (candidate) => !mended || !isWorkaround(candidate),
  )
  return [
    mended,
    ...stated,
    answeredSteps(exchange, language),
    answeredPlace(exchange, language),
    mended || stated.length > 0 ? undefined : foundByAgent(exchange, next, language),
  ].filter((candidate) => candidate !== undefined)
}

function isWorkaround({ item }: Candidate): boolean {
  return item.kind === 'workaround'
}

function statedIn(exchange: Exchange, language: Language): readonly Candidate[] {
  const sentences = readSentences(exchange.assistant)
  return sentences.flatMap((sentence, at) => {
    const plain = language.normalise(sentence.text)
    if (sentence.isQuestion) return []
    for (const finding of language.findings) {
      const margin = weigh(finding.cues, plain) + concreteness(sentence.text) - finding.threshold
      if (margin < 0) continue
      const whole = withNeighbours(sentences, at, finding.kind, language)
      const content = fitSentences(
        whole.map(({ text }) => finishSentence(language.account.neutral(text))),
      )
      return [
        toCandidate({
          kind: finding.kind,
          content,
          margin,
          trust: trustOf(exchange),
          sources: turnSource(exchange.turnId),
        }),
      ]
    }
    return []
  })
}

/** What it is about is mostly named before; the list it introduces comes after. */
function withNeighbours(
  sentences: readonly Sentence[],
  at: number,
  kind: MemoryKind,
  language: Language,
): readonly Sentence[] {
  const [before, sentence] = [sentences[at - 1], sentences[at]]
  if (!sentence) return []
  const isUsable = (other: Sentence | undefined): other is Sentence =>
    other !== undefined &&
    Math.abs(other.paragraph - sentence.paragraph) <= 1 &&
    !other.isQuestion &&
    !language.account.isIdle(language.normalise(other.text))
  const needsGround =
    kind === 'workaround' || language.leansOnContext(language.normalise(sentence.text))
  const after = sentences.slice(at + 1).find(({ text }) => !text.endsWith(':'))
  return [
    ...(needsGround && isUsable(before) ? [before] : []),
    sentence,
    ...(isUsable(after) ? [after] : []),
  ]
}

/** What an agent found out, as memories. Its plans, offers and advice are none. */
import type { MemoryKind } from '../../../contract/memory.ts'
import { readSentences, type Sentence } from '../../prose/sentences.ts'
import type { Exchange } from '../window/window.ts'
import { answeredPlace, answeredSteps } from './answers.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { concreteness } from './concreteness.ts'
import { weigh } from './cue.ts'
import { finishSentence, fitSentences } from './fit-sentences.ts'
import type { FixChain } from './fix-chain.ts'
import type { Language } from './language.ts'
import { recountChain, recountExplained } from './recount-fix.ts'
import { turnSource } from './turn-source.ts'

/** @param chains those that ended in this exchange */
export function toldByAgent(
  exchange: Exchange,
  chains: readonly FixChain[],
  exchanges: readonly Exchange[],
  language: Language,
): readonly Candidate[] {
  const mended = chains.flatMap((chain) => recountChain(chain, exchanges, language) ?? [])
  const stated = statedIn(exchange, language).filter(
    (candidate) => mended.length === 0 || !isWorkaround(candidate),
  )
  const isTold = chains.length > 0 || stated.some(isWorkaround)
  return [
    ...mended,
    ...stated,
    answeredSteps(exchange, language),
    answeredPlace(exchange, language),
    isTold ? undefined : recountExplained(exchange, language),
  ].filter((candidate) => candidate !== undefined)
}

function isWorkaround({ item }: Candidate): boolean {
  return item.kind === 'workaround'
}

function statedIn(exchange: Exchange, language: Language): readonly Candidate[] {
  const sentences = readSentences(exchange.assistant)
  const trust = exchange.actions.some(({ kind }) => kind === 'web') ? 'tool' : 'agent'
  return sentences.flatMap((sentence, at) => {
    const plain = language.normalise(sentence.text)
    if (sentence.isQuestion) return []
    for (const finding of language.account.findings) {
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
          trust,
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

/** What an agent proposed, a person agreed to and the agent then did: a decision. */

import type { Exchange } from '../../model/window.ts'
import { readSentences } from '../../text/sentences.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { concreteness } from './concreteness.ts'
import { findClosest } from './find-closest.ts'
import { finishSentence, fitSentences } from './fit-sentences.ts'
import type { Language } from './language.ts'
import { trustOf } from './trust-of.ts'
import { turnSource } from './turn-source.ts'

export function accepted(
  exchange: Exchange,
  previous: Exchange | undefined,
  language: Language,
): Candidate | undefined {
  const { account, normalise, settling, wording } = language
  if (!previous || !settling.assents(exchange.user) || !isDone(exchange, language)) {
    return undefined
  }
  const sentences = readSentences(previous.assistant)
  const proposal = sentences.find(
    ({ text }) =>
      settling.proposes(normalise(text)) &&
      settling.isInstead(normalise(text)) &&
      concreteness(text) > 0,
  )
  if (!proposal) return undefined
  const outcome = findClosest(proposal.text, exchange.assistant, false)
  return toCandidate({
    kind: 'decision',
    content: fitSentences([
      wording.agreed(settling.withoutProposing(proposal.text)),
      ...(outcome === undefined ? [] : [finishSentence(account.neutral(outcome))]),
    ]),
    margin: 0,
    trust: trustOf(exchange),
    sources: [previous, exchange].flatMap(({ turnId }) => turnSource(turnId)),
  })
}

function isDone({ assistant, actions }: Exchange, { normalise, settling }: Language): boolean {
  const [first] = readSentences(assistant)
  return (
    actions.some(({ kind, outcome }) => kind === 'edit' && outcome === 'ok') ||
    (first !== undefined && settling.tellsDone(normalise(first.text)))
  )
}

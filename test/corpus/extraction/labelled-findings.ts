/** The corpus as single sentences of agents: to be kept when they tell a fact about the project. */
import { english } from '../../../src/core/extraction/heuristic/english/index.ts'
import { findFindingEvidence } from '../../../src/core/extraction/heuristic/finding-evidence.ts'
import { readSentences } from '../../../src/core/text/sentences.ts'
import { type Labelled, saysAll, saysAny } from './labelled.ts'
import { type CorpusEntry, type Expectation, toWindow } from './read-corpus.ts'

export function labelFindings(entries: readonly CorpusEntry[]): readonly Labelled[] {
  return entries.flatMap((entry) => {
    const { exchanges } = toWindow(entry)
    return exchanges.flatMap((exchange, at) => {
      const told = entry.expect.filter(
        (one) => saysAll(exchange.assistant, one) && !saysAll(exchange.user, one),
      )
      // Accounts of a fix sound alike and are told apart before.
      if (told.some(({ kind }) => kind === 'fix' || kind === 'workaround')) return []
      const facts = told.filter(isFact)
      const evidence = findFindingEvidence(exchange, exchanges[at + 1], english)
      return readSentences(exchange.assistant).flatMap(({ text, isItem, isQuestion }, index) => {
        const isKept = facts.some((one) => saysAny(text, one))
        const isUnclear = facts.length > 0 && !isKept
        if (isItem || isQuestion || isUnclear) return []
        return [{ isKept, evidence: new Map(evidence[index]) }]
      })
    })
  })
}

function isFact({ kind, alsoKinds }: Expectation): boolean {
  return kind === 'fact' || alsoKinds.includes('fact')
}

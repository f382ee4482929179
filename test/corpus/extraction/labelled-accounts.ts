/** The corpus as accounts of agents: to be kept when they tell of a fault worth remembering. */
import { findAccountEvidence } from '../../../src/core/extraction/heuristic/account-evidence.ts'
import { english } from '../../../src/core/extraction/heuristic/english/index.ts'
import { explain } from '../../../src/core/extraction/heuristic/explanation.ts'
import { findFixChains } from '../../../src/core/extraction/heuristic/fix-chain.ts'
import { type Labelled, saysAll } from './labelled.ts'
import { type CorpusEntry, type Expectation, toWindow } from './read-corpus.ts'

export function labelAccounts(entries: readonly CorpusEntry[]): readonly Labelled[] {
  return entries.flatMap((entry) => {
    const { exchanges } = toWindow(entry)
    const chains = findFixChains(exchanges)
    const accounts = entry.expect.filter(isAccount)
    return exchanges.flatMap((exchange, at) => {
      const told = explain(exchange.assistant, english)
      if (!told) return []
      const chain = chains.find(({ to }) => to === at)
      const evidence = new Map(findAccountEvidence(exchange, told, chain, english))
      // What the person said already, the agent only repeats.
      const isKept = accounts.some(
        (one) => saysAll(exchange.assistant, one) && !saysAll(exchange.user, one),
      )
      return [{ isKept, evidence }]
    })
  })
}

function isAccount({ kind, alsoKinds }: Expectation): boolean {
  return [kind, ...alsoKinds].some((one) => one === 'fix' || one === 'workaround')
}

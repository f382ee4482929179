/** The judge that is always there: no model, no network, the same answer for the same window. */
import { compareStatements } from '../../memory/near-duplicate.ts'
import type { Judge } from '../../ports/judge.ts'
import { type ExtractedItem, mostItems } from '../extracted-item.ts'
import type { Window } from '../window/window.ts'
import type { Candidate } from './candidate.ts'
import { english } from './english/index.ts'
import { findFixChains } from './fix-chain.ts'
import type { Language } from './language.ts'
import { saidByUser } from './said-by-user.ts'
import { toldByAgent } from './told-by-agent.ts'

export function createHeuristicJudge(): Judge {
  return {
    name: 'heuristic',
    readiness: async () => ({ isReady: true, detail: 'works by itself' }),
    judge: async (window) => ({ items: judgeWindow(window, english), model: undefined }),
  }
}

export function judgeWindow({ exchanges }: Window, language: Language): readonly ExtractedItem[] {
  const chains = findFixChains(exchanges)
  const candidates = exchanges.flatMap((exchange, at) => {
    const said = saidByUser(exchange, exchanges[at - 1], language)
    const ended = chains.filter(({ to }) => to === at)
    return withoutEchoes(said, toldByAgent(exchange, ended, exchanges, language), language)
  })
  return pickBest(candidates).map(({ item }) => item)
}

/**
 * Who tells how things are done gets an answer that carries it out, and no account of a fix; who
 * reports a fault has it told again in that account.
 */
function withoutEchoes(
  said: readonly Candidate[],
  told: readonly Candidate[],
  language: Language,
): readonly Candidate[] {
  const isReport = ({ item }: Candidate) =>
    item.kind === 'fact' || language.reportsTrouble(language.normalise(item.content))
  const isAccount = ({ item }: Candidate) => item.kind === 'fix' || item.kind === 'workaround'
  const isProven = ({ item }: Candidate) => item.sources.some(({ type }) => type === 'tool-event')
  if (!told.some(isAccount)) return [...said, ...told]
  if (said.every(isReport) || told.some((one) => isAccount(one) && isProven(one))) {
    return [...said.filter((one) => !isReport(one)), ...told]
  }
  return [...said, ...told.filter((one) => !isAccount(one))]
}

/** The surest of those that say the same, then the most important. */
function pickBest(candidates: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => b.margin - a.margin)) {
    if (!kept.some(({ item }) => isSame(item, candidate.item))) kept.push(candidate)
  }
  return kept.toSorted((a, b) => b.item.importance - a.item.importance).slice(0, mostItems)
}

function isSame(a: ExtractedItem, b: ExtractedItem): boolean {
  return a.content.includes(b.content) || compareStatements(a.content, b.content) === 'same'
}

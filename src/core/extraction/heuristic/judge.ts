/** The judge that is always there: no model, no network, the same answer for the same window. */
import { compareStatements } from '../../memory/near-duplicate.ts'
import { type ExtractedItem, mostItems } from '../../model/extracted-item.ts'
import type { Exchange, Window } from '../../model/window.ts'
import type { Judge } from '../../ports/judge.ts'
import { readSentences } from '../../text/sentences.ts'
import { accepted } from './accepted.ts'
import type { Candidate } from './candidate.ts'
import { conceded } from './conceded.ts'
import { english } from './english/index.ts'
import { findFixChains } from './fix-chain.ts'
import type { Language } from './language.ts'
import { saidByUser } from './said-by-user.ts'
import { toldByAgent } from './told-by-agent.ts'

export function createHeuristicJudge(language: Language = english): Judge {
  return {
    name: 'heuristic',
    readiness: async () => ({ isReady: true, detail: 'works by itself' }),
    judge: async (window) => ({ items: judgeWindow(window, language), model: undefined }),
  }
}

export function judgeWindow({ exchanges }: Window, language: Language): readonly ExtractedItem[] {
  const chains = findFixChains(exchanges)
  const candidates = exchanges.flatMap((exchange, at) => {
    const [previous, next] = [exchanges[at - 1], exchanges[at + 1]]
    const said = saidByUser(exchange, previous, language)
    const ended = chains.filter(({ to }) => to === at)
    const told = toldByAgent(exchange, next, ended, exchanges, language)
    const stands = isRetracted(next, language) ? told.filter((one) => !isAccount(one)) : told
    return [
      ...withoutEchoes(said, stands, language),
      ...(said.length > 0 ? [] : settledOver(previous, exchange, language)),
    ]
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
    (item.kind === 'fact' || item.kind === 'workaround') &&
    language.reportsTrouble(language.normalise(item.content))
  const isProven = ({ item }: Candidate) => item.sources.some(({ type }) => type === 'tool-event')
  if (!told.some(isAccount)) return [...said, ...told]
  if (said.every(isReport) || told.some((one) => isAccount(one) && isProven(one))) {
    return [...said.filter((one) => !isReport(one)), ...told]
  }
  return [...said, ...told.filter((one) => !isAccount(one))]
}

function isAccount({ item }: Candidate): boolean {
  return item.kind === 'fix' || item.kind === 'workaround'
}

function isRetracted(next: Exchange | undefined, language: Language): boolean {
  return readSentences(next?.user ?? '').some(({ text }) =>
    language.settling.retracts(language.normalise(text)),
  )
}

function settledOver(
  previous: Exchange | undefined,
  exchange: Exchange,
  language: Language,
): readonly Candidate[] {
  const settled = conceded(exchange, previous, language) ?? accepted(exchange, previous, language)
  return settled ? [settled] : []
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

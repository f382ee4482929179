/** Ranking factors apart from words: the asker's branch and files, a document's age and facts. */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { sharedBranches } from '../../model/branch.ts'
import { freshness, type HalfLives } from '../../model/days.ts'
import type { IndexedDocument } from '../../ports/search-index.ts'
import type { RankingWeights } from './weights.ts'

/** Where the asker is. */
export interface Asker {
  readonly now: Date
  readonly halfLives: HalfLives
  readonly branch?: string | undefined
  readonly files?: readonly string[] | undefined
}

export type PriorName =
  | 'meaning'
  | 'shared-files'
  | 'recent'
  | 'faded'
  | 'branch'
  | 'files'
  | 'important'
  | 'used'
  | 'pinned'

export interface Prior {
  readonly name: PriorName
  /** Added to the match; may be negative. */
  readonly amount: number
}

export function findPriors(
  document: IndexedDocument,
  asker: Asker,
  weights: RankingWeights,
): Prior[] {
  const { facts } = document
  const amounts: [PriorName, number][] = [
    ['recent', weights.recency * recency(document, asker, weights)],
    ['faded', -weights.faded * fading(document, asker)],
    ['branch', isSameBranch(document, asker) ? weights.branch : 0],
    ['files', weights.files * overlap(document.files, asker.files ?? [])],
    ['important', weights.importance * ((facts.importance ?? 0.5) - 0.5)],
    ['used', weights.uses * Math.log2(1 + Math.min(facts.uses ?? 0, 15))],
    ['pinned', facts.pinned ? weights.pinned : 0],
  ]
  return amounts
    .filter(([, amount]) => Math.abs(amount) > 0.0005)
    .map(([name, amount]) => ({ name, amount }))
}

export const sumPriors = (priors: readonly Prior[]) =>
  priors.reduce((sum, { amount }) => sum + amount, 0)

/** Someone at work continues recent work; someone who only asks may mean any time. */
const isAtWork = ({ branch, files }: Asker) => branch !== undefined || files !== undefined

/** For history; memories fade by their kind instead. */
function recency(document: IndexedDocument, asker: Asker, weights: RankingWeights): number {
  if (document.type === 'memory' || !isAtWork(asker)) return 0
  const ageDays = Math.max(0, asker.now.getTime() - Date.parse(document.at)) / 86_400_000
  return 0.5 ** (ageDays / weights.recencyHalfLifeDays)
}

function fading({ type, kind, at, facts }: IndexedDocument, { now, halfLives }: Asker): number {
  if (type !== 'memory' || facts.pinned) return 0
  const memory = { kind: kind as MemoryKind, updatedAt: at, lastUsedAt: facts.lastUsedAt }
  return 1 - freshness(memory, now, halfLives)
}

function isSameBranch(document: IndexedDocument, { branch }: Asker): boolean {
  return branch !== undefined && !sharedBranches.has(branch) && document.branch === branch
}

function overlap(files: readonly string[], others: readonly string[]): number {
  if (files.length === 0 || others.length === 0) return 0
  return (
    files.filter((file) => others.includes(file)).length / Math.min(files.length, others.length)
  )
}

/** Ranks sessions by the documents in them: the best counts fully, each further one less. */
import type { IndexedDocument } from '../../ports/search-index.ts'
import { type Asker, findPriors, type Prior, sumPriors } from './priors.ts'
import type { RankedDocument } from './rank.ts'
import type { RankingWeights } from './weights.ts'

export interface ScoredDocument extends RankedDocument {
  readonly priors: readonly Prior[]
  readonly score: number
}

export interface RankedSession {
  readonly sessionId: string
  /** Its matching documents, best first; empty if it is ranked by its priors and files alone. */
  readonly documents: readonly ScoredDocument[]
  readonly match: number
  readonly priors: readonly Prior[]
  readonly score: number
}

const mostCounted = 6

export function groupSessions(
  documents: readonly ScoredDocument[],
  weights: RankingWeights,
): RankedSession[] {
  return [...Map.groupBy(documents, ({ document }) => document.sessionId)]
    .flatMap(([id, members]) => (id === undefined ? [] : rankSession(id, members, weights)))
    .sort(bySessionScore)
}

/** A session that ranks by its priors alone. */
export function unmatchedSession(
  document: IndexedDocument,
  asker: Asker,
  weights: RankingWeights,
): RankedSession {
  const priors = findPriors(document, asker, weights)
  return { sessionId: document.id, documents: [], match: 0, priors, score: sumPriors(priors) }
}

export const bySessionScore = (a: RankedSession, b: RankedSession) =>
  b.score - a.score || newestRow(b) - newestRow(a)

const newestRow = ({ documents }: RankedSession) =>
  Math.max(0, ...documents.map(({ document }) => document.order))

function rankSession(
  sessionId: string,
  members: ScoredDocument[],
  weights: RankingWeights,
): RankedSession {
  const documents = members.sort((a, b) => b.match - a.match || a.document.order - b.document.order)
  const match = documents
    .slice(0, mostCounted)
    .reduce((sum, document, rank) => sum + document.match * weights.session ** rank, 0)
  const priors = strongest(documents.flatMap((document) => document.priors))
  return { sessionId, documents, match, priors, score: match + sumPriors(priors) }
}

/** The largest of each name: a session is as recent as its newest turn. */
function strongest(priors: readonly Prior[]): Prior[] {
  const found = new Map<string, Prior>()
  for (const prior of priors) {
    if (Math.abs(prior.amount) > Math.abs(found.get(prior.name)?.amount ?? 0))
      found.set(prior.name, prior)
  }
  return [...found.values()]
}

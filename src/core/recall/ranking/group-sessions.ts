/** Sessions by what is in them: the best document counts whole, each further one less. */
import type { Prior } from './priors.ts'
import type { RankedDocument } from './rank.ts'
import type { RankingWeights } from './weights.ts'

export interface ScoredDocument extends RankedDocument {
  readonly priors: readonly Prior[]
  readonly score: number
}

export interface RankedSession {
  readonly sessionId: string
  /** What matched in it, best first; empty when only its files speak for it. */
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
  const sessions = new Map<string, ScoredDocument[]>()
  for (const document of documents) {
    const { sessionId } = document.document
    if (sessionId === undefined) continue
    const known = sessions.get(sessionId)
    if (known) known.push(document)
    else sessions.set(sessionId, [document])
  }
  return [...sessions]
    .map(([sessionId, members]) => rankSession(sessionId, members, weights))
    .sort(bySessionScore)
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
  const score = match + priors.reduce((sum, { amount }) => sum + amount, 0)
  return { sessionId, documents, match, priors, score }
}

/** Of each kind the largest: a session is as recent as its newest turn. */
function strongest(priors: readonly Prior[]): Prior[] {
  const found = new Map<string, Prior>()
  for (const prior of priors) {
    if (Math.abs(prior.amount) > Math.abs(found.get(prior.name)?.amount ?? 0))
      found.set(prior.name, prior)
  }
  return [...found.values()]
}

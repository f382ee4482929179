/** Ranks sessions for a question by their matches, the asker's current work and shared files. */
import type { SearchFilter, SearchReader } from '../../ports/search-index.ts'
import { feedBackFiles } from './file-feedback.ts'
import {
  bySessionScore,
  groupSessions,
  type RankedSession,
  type ScoredDocument,
  unmatchedSession,
} from './group-sessions.ts'
import type { Asker } from './priors.ts'
import type { RankingWeights } from './weights.ts'

export async function rankSessions(
  documents: readonly ScoredDocument[],
  filter: SearchFilter,
  asker: Asker,
  index: SearchReader,
  weights: RankingWeights,
): Promise<RankedSession[]> {
  const matching = groupSessions(documents, weights)
  const current = await findCurrent(matching, filter, asker, index, weights)
  const sessions = [...matching, ...current].sort(bySessionScore)
  return feedBackFiles(sessions, filter, asker, index, weights)
}

/** A vague request ("check the comments") means the current work, even if no words match. */
async function findCurrent(
  known: readonly RankedSession[],
  filter: SearchFilter,
  asker: Asker,
  index: SearchReader,
  weights: RankingWeights,
): Promise<RankedSession[]> {
  if (asker.branch === undefined) return []
  const sessions = { ...filter, types: ['session'] as const }
  const newest = await index.newest(sessions, weights.newestSessions)
  const sameBranch = await index.newest(
    { ...sessions, branch: asker.branch },
    weights.newestSessions,
  )
  const taken = new Set(known.map(({ sessionId }) => sessionId))
  const distinct = new Map([...newest, ...sameBranch].map((document) => [document.id, document]))
  return [...distinct.values()]
    .filter(({ id }) => !taken.has(id))
    .map((document) => unmatchedSession(document, asker, weights))
}

/** What recall returns for a document or a session, before its text is fetched. */

import type { DocumentKey, ScopeRef } from '../model/search-document.ts'
import type { IndexedDocument } from '../ports/search-index.ts'
import type { Explanation } from './explain.ts'
import type { RankedSession, ScoredDocument } from './ranking/group-sessions.ts'
import { literalRelevance, relevanceOf, similarRelevance } from './ranking/relevance.ts'

export interface Found extends DocumentKey {
  /** The document whose text shows why; of a session the best one in it, if any matched. */
  readonly row: number | undefined
  readonly scope: ScopeRef | undefined
  readonly at: string | undefined
  readonly projectId: string | undefined
  readonly sessionId: string | undefined
  readonly position: number | undefined
  readonly kind: string | undefined
  readonly pinned: boolean
  /** 0 to 1: how likely it is what was asked for. */
  readonly relevance: number
  /** What it is sorted by. */
  readonly score: number
  readonly explanation: Explanation
  /** Of a session: what matched in it, best first. */
  readonly within: readonly DocumentKey[]
}

const mostWithin = 3

export function foundDocument(scored: ScoredDocument): Found {
  const { document, match, own, nearby, boosts, priors, score } = scored
  return {
    ...placeOf(document),
    relevance: relevanceOf(scored),
    score,
    explanation: { match, terms: own, nearby, boosts, priors, literal: false, similar: false },
    within: [],
  }
}

export function foundSession(session: RankedSession): Found {
  const { sessionId, documents, match, priors, score } = session
  const best = documents[0]
  return {
    ...(best ? placeOf(best.document) : nowhere),
    type: 'session',
    id: sessionId,
    sessionId,
    relevance: best ? relevanceOf({ match, coverage: best.coverage }) : 0,
    score,
    explanation: {
      match,
      terms: best?.own ?? [],
      nearby: best?.nearby ?? [],
      boosts: best?.boosts ?? [],
      priors,
      literal: false,
      similar: false,
    },
    within: documents.slice(0, mostWithin).map(({ document: { type, id } }) => ({ type, id })),
  }
}

export function foundLiterally(document: IndexedDocument): Found {
  return {
    ...placeOf(document),
    relevance: literalRelevance,
    score: literalRelevance,
    explanation: {
      match: 0,
      terms: [],
      nearby: [],
      boosts: [],
      priors: [],
      literal: true,
      similar: false,
    },
    within: [],
  }
}

/** Near in meaning, by whatever embedder is configured; its words say nothing. */
export function foundSimilar(document: IndexedDocument): Found {
  const found = foundLiterally(document)
  return {
    ...found,
    relevance: similarRelevance,
    score: 0,
    explanation: { ...found.explanation, literal: false, similar: true },
  }
}

function placeOf({
  type,
  id,
  row,
  scope,
  at,
  projectId,
  sessionId,
  position,
  kind,
  standing,
}: IndexedDocument) {
  const pinned = standing.pinned ?? false
  return { type, id, row, scope, at, projectId, sessionId, position, kind, pinned }
}

const nowhere = {
  row: undefined,
  scope: undefined,
  at: undefined,
  projectId: undefined,
  position: undefined,
  kind: undefined,
  pinned: false,
}

/** What recall finds: a document or a session, before its text is read. */
import type { DocumentKey, ScopeRef } from '../model/search-document.ts'
import type { IndexedDocument } from '../ports/search-index.ts'
import type { HitExplanation } from './explain.ts'
import type { RankedSession, ScoredDocument } from './ranking/rank-sessions.ts'

export interface FoundDocument extends DocumentKey {
  /** The document whose text shows why it was found; for a session, its best match, if any. */
  readonly shownBy: DocumentKey | undefined
  readonly scope: ScopeRef | undefined
  readonly at: string | undefined
  readonly projectId: string | undefined
  readonly sessionId: string | undefined
  readonly position: number | undefined
  readonly kind: string | undefined
  readonly pinned: boolean
  readonly isCandidate: boolean
  /** A memory whose words are a tool's or a repository's, or a session imported from a repository. */
  readonly isForeign: boolean
  readonly files: readonly string[]
  /** In the format of `core/text/indexed-terms.ts`; empty for a session without a match. */
  readonly terms: string
  /** From `askedThreshold` on it is worth showing. */
  readonly relevance: number
  readonly score: number
  readonly explanation: HitExplanation
  /** For a session: its best matches, best first. */
  readonly within: readonly DocumentKey[]
  /** Ids of earlier hits that it amends, and of the later one that amends it. */
  readonly amends: readonly string[]
  readonly amendedBy: string | undefined
}

/** Recall abstains if its best hit is below. */
export const askedThreshold = 1

/** Of the best evidence: with less, a memory shares a word with the question but not its subject. */
const leastOfBest = 0.5

/**
 * Memories about the question come first: a turn is long and repeats the question's words, so it would
 * outrank the one sentence that answers. Candidates about it follow, except foreign ones, which rank as
 * history does. Candidates that only share a word with the question come last.
 */
export function memoriesFirst<
  Found extends Pick<FoundDocument, 'type' | 'relevance' | 'isCandidate' | 'isForeign'>,
>(found: readonly Found[]): Found[] {
  const best = Math.max(0, ...found.map(({ relevance }) => relevance))
  const least = Math.max(askedThreshold, leastOfBest * best)
  const groupOf = ({ type, relevance, isCandidate, isForeign }: Found) => {
    const isAbout = type === 'memory' && relevance >= least
    if (!isCandidate) return isAbout ? 0 : 2
    if (!isAbout) return 3
    return isForeign ? 2 : 1
  }
  return found.toSorted((a, b) => groupOf(a) - groupOf(b))
}

const mostWithin = 3

export function foundDocument(scored: ScoredDocument): FoundDocument {
  const { document, match, own, nearby, boosts, priors, score } = scored
  return {
    ...placeOf(document),
    relevance: scored.relevance,
    score,
    explanation: { ...noReason, match, terms: own, nearby, boosts, priors },
    within: [],
  }
}

export function foundSession(session: RankedSession): FoundDocument {
  const { sessionId, documents, match, priors, score } = session
  const best = documents[0]
  const { own: terms = [], nearby = [], boosts = [] } = best ?? {}
  return {
    ...(best ? placeOf(best.document) : nowhere),
    type: 'session',
    id: sessionId,
    sessionId,
    relevance: Math.max(0, ...documents.map(({ relevance }) => relevance)),
    score,
    explanation: { ...noReason, match, terms, nearby, boosts, priors },
    within: documents.slice(0, mostWithin).map(({ document: { type, id } }) => ({ type, id })),
  }
}

export function foundLiterally(document: IndexedDocument): FoundDocument {
  return foundWithoutWords(document, askedThreshold, { literal: true })
}

/** The question was empty, so every document answers it. */
export function foundAsNewest(document: IndexedDocument): FoundDocument {
  return foundWithoutWords(document, askedThreshold, {})
}

function foundWithoutWords(
  document: IndexedDocument,
  relevance: number,
  reason: Partial<HitExplanation>,
): FoundDocument {
  const explanation = { ...noReason, ...reason }
  return { ...placeOf(document), relevance, score: relevance, explanation, within: [] }
}

const noReason: HitExplanation = {
  match: 0,
  terms: [],
  nearby: [],
  boosts: [],
  priors: [],
  literal: false,
}

function placeOf(document: IndexedDocument) {
  const { type, id, scope, at, projectId, sessionId, position, kind, files, terms } = document
  const { pinned = false, candidate: isCandidate = false, foreign = false } = document.facts
  const place = { scope, at, projectId, sessionId, position, kind, files, terms }
  const facts = { pinned, isCandidate, isForeign: foreign }
  return { type, id, shownBy: { type, id }, ...place, ...facts, ...notAmended }
}

const notAmended = { amends: [], amendedBy: undefined }

const nowhere = {
  ...notAmended,
  shownBy: undefined,
  scope: undefined,
  at: undefined,
  projectId: undefined,
  position: undefined,
  kind: undefined,
  pinned: false,
  isCandidate: false,
  isForeign: false,
  files: [],
  terms: '',
}

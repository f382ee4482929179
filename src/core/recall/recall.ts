/**
 * Recall: one question over memories and history. Finds a pool of documents by their terms and ranks
 * it by words, then by priors; searches for the literal text if words find nothing. Ties are stable,
 * so pages do not overlap.
 */

import { defaultHalfLives } from '../../contract/vocabulary.ts'
import { type NearResult, nothingNear } from '../embedding/find-near.ts'
import type { HalfLives } from '../model/days.ts'
import type { Clock } from '../ports/runtime.ts'
import type { IndexedDocument, SearchFilter, SearchReader } from '../ports/search-index.ts'
import { foldHits } from './fold-hits.ts'
import {
  askedThreshold,
  type FoundDocument,
  foundAsNewest,
  foundDocument,
  foundLiterally,
  foundSession,
  memoriesFirst,
} from './found.ts'
import { gatherPool } from './gather-pool.ts'
import {
  findSpellings,
  type ParsedQuery,
  parseQuery,
  planQuery,
  termsToWeigh,
} from './plan-query.ts'
import { putAmendmentsFirst } from './put-amendments-first.ts'
import { withoutDates } from './query-dates.ts'
import { compareMeaning } from './ranking/meaning.ts'
import { type Asker, findPriors, type Prior, sumPriors } from './ranking/priors.ts'
import { type RankedDocument, rankPool } from './ranking/rank.ts'
import { rankSessions, type ScoredDocument } from './ranking/rank-sessions.ts'
import { defaultWeights, type RankingWeights } from './ranking/weights.ts'

export interface RecallRequest {
  /** A question, some words, an identifier or a path; empty for the newest documents. */
  readonly text: string
  readonly filter?: SearchFilter | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** Whole sessions instead of single documents. */
  readonly by?: 'document' | 'session' | undefined
  /** Where the asker works. If given, recent work and the same branch and files rank higher. */
  readonly branch?: string | undefined
  readonly files?: readonly string[] | undefined
  /** Nothing is returned if the best hit is less relevant. */
  readonly threshold?: number | undefined
  /** What an embedder found for the same question. */
  readonly near?: NearResult | undefined
}

export interface RecallHit extends FoundDocument {
  /** The whole text of `shownBy`. */
  readonly whole: string
  /** The terms to show: the question's, and the right spelling of those it misspells. */
  readonly matched: readonly string[]
}

export interface RecallResult {
  readonly hits: readonly RecallHit[]
  /** How many there are on all pages. */
  readonly total: number
  /** The question found nothing with the date it names; these hits were found without it. */
  readonly withoutDate: boolean
  /** Something matched, but nothing well enough. */
  readonly abstained: boolean
}

export interface RecallPorts {
  readonly index: SearchReader
  readonly clock: Clock
  readonly halfLives?: HalfLives | undefined
}

const defaultLimit = 5
const literalBudgetMs = 3_000
const longestLiteral = 1_000

/**
 * A memory stored in May may be about March: words of a date that match nothing make a question less
 * relevant, so it is asked again without them before giving up.
 */
export async function recall(
  request: RecallRequest,
  ports: RecallPorts,
  weights: RankingWeights = defaultWeights,
): Promise<RecallResult> {
  const found = await recallOnce(request, ports, weights)
  if (found.total > 0 || request.threshold !== undefined) return found
  const text = withoutDates(request.text)
  const now = ports.clock.now()
  const { terms } = parseQuery(text, now)
  const isSame = terms.length === parseQuery(request.text, now).terms.length
  if (isSame || terms.length === 0) return found
  const again = await recallOnce({ ...request, text }, ports, weights)
  return again.total > 0 ? { ...again, withoutDate: true } : found
}

async function recallOnce(
  request: RecallRequest,
  ports: RecallPorts,
  weights: RankingWeights,
): Promise<RecallResult> {
  const { index, clock, halfLives = defaultHalfLives } = ports
  const asker = { now: clock.now(), halfLives, branch: request.branch, files: request.files }
  const query = parseQuery(request.text, asker.now)
  const ranked = await rank(request, query, asker, ports, weights)
  const { by, filter = {}, offset = 0, limit = defaultLimit } = request
  const relevant = await pickRelevant(ranked, request, index)
  const ordered = memoriesFirst(relevant)
  const folded = by === 'session' ? ordered : await foldHits(ordered, filter, index)
  const shown = await putAmendmentsFirst(folded, index)
  return {
    hits: await withTexts(shown.slice(offset, offset + limit), query, index),
    ...{ total: shown.length, withoutDate: false },
    abstained: relevant.length === 0 && ranked.length > 0,
  }
}

/** All if the best is relevant enough, else what contains the literal text. */
async function pickRelevant(
  ranked: readonly FoundDocument[],
  request: RecallRequest,
  index: SearchReader,
): Promise<readonly FoundDocument[]> {
  const best = Math.max(0, ...ranked.map(({ relevance }) => relevance))
  return best >= (request.threshold ?? askedThreshold) ? ranked : findLiterally(request, index)
}

async function rank(
  request: RecallRequest,
  query: ParsedQuery,
  asker: Asker,
  { index }: RecallPorts,
  weights: RankingWeights,
): Promise<FoundDocument[]> {
  const filter = request.filter ?? {}
  if (request.text.trim() === '') return findNewest(request, index)
  const frequencies = await index.frequencies(termsToWeigh(query))
  const spellings = await findSpellings(query, frequencies, index)
  const plan = planQuery(query, frequencies, weights, spellings)
  const near = request.near?.kind === 'found' ? request.near : nothingNear
  const pool = await gatherPool(plan, filter, index, weights, near.documents)
  const meaning = await compareMeaning(pool, near, weights)
  const scored = scoreByPriors(rankPool(plan, pool, weights, meaning), asker, weights)
  if (request.by === 'session') {
    return (await rankSessions(scored, filter, asker, index, weights)).map(foundSession)
  }
  return scored.map(foundDocument)
}

function scoreByPriors(
  ranked: readonly RankedDocument[],
  asker: Asker,
  weights: RankingWeights,
): ScoredDocument[] {
  return ranked
    .map((document) => {
      const priors = [
        ...nearInMeaning(document, weights),
        ...findPriors(document.document, asker, weights),
      ]
      return { ...document, priors, score: document.match + sumPriors(priors) }
    })
    .sort((a, b) => b.score - a.score || a.document.order - b.document.order)
}

function nearInMeaning({ meaning }: RankedDocument, weights: RankingWeights): Prior[] {
  const amount = weights.meaning * (meaning?.nearness ?? 0)
  return amount === 0 ? [] : [{ name: 'meaning', amount }]
}

async function findNewest(request: RecallRequest, index: SearchReader): Promise<FoundDocument[]> {
  const types = request.by === 'session' ? (['session'] as const) : request.filter?.types
  const limit = (request.offset ?? 0) + (request.limit ?? defaultLimit)
  const newest = await index.newest({ ...request.filter, ...(types && { types }) }, limit)
  return newest.map(foundAsNewest)
}

async function findLiterally(
  request: RecallRequest,
  index: SearchReader,
): Promise<FoundDocument[]> {
  const text = request.text.trim()
  if (text === '' || text.length > longestLiteral) return []
  const found = await index.containing(text, request.filter ?? {}, {
    // Several may be folded into one.
    limit: 3 * ((request.offset ?? 0) + (request.limit ?? defaultLimit)),
    budgetMs: literalBudgetMs,
  })
  return request.by === 'session' ? distinctSessions(found) : found.map(foundLiterally)
}

function distinctSessions(documents: readonly IndexedDocument[]): FoundDocument[] {
  const bySession = new Map(
    documents
      .filter(({ sessionId }) => sessionId !== undefined)
      .map((document) => [document.sessionId, document]),
  )
  return [...bySession.values()].map((document) => ({
    ...foundLiterally(document),
    type: 'session' as const,
    id: document.sessionId ?? '',
  }))
}

async function withTexts(
  page: readonly FoundDocument[],
  query: ParsedQuery,
  index: SearchReader,
): Promise<RecallHit[]> {
  const texts = await index.texts(page.map(({ type, id, shownBy }) => shownBy ?? { type, id }))
  return page.map((hit, position) => ({
    ...hit,
    whole: (hit.shownBy && texts[position]) ?? '',
    matched: [...query.terms, ...hit.explanation.terms],
  }))
}

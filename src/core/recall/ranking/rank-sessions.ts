/** Ranks sessions for a question by their matches, the asker's current work and shared files. */
import type { IndexedDocument, SearchFilter, SearchReader } from '../../ports/search-index.ts'
import { type Asker, findPriors, type Prior, sumPriors } from './priors.ts'
import type { RankedDocument } from './rank.ts'
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

/**
 * Raises sessions that edited the same files as the best matches: they worked on the same thing,
 * whatever words they used.
 */
async function feedBackFiles(
  sessions: readonly RankedSession[],
  filter: SearchFilter,
  asker: Asker,
  index: SearchReader,
  weights: RankingWeights,
): Promise<RankedSession[]> {
  const best = sessions.slice(0, weights.feedbackSessions)
  const strength = strengths(best, weights)
  const known = await index.find(best.map(({ sessionId }) => ({ type: 'session', id: sessionId })))
  const files = weighFiles(known, strength).slice(0, weights.feedbackFiles)
  if (files.length === 0) return [...sessions]
  const touching = await index.sessionsTouching(
    files.map(([file]) => file),
    filter,
    weights.feedbackReach,
  )
  const gains = gainOf(touching, new Map(files), strength, weights)
  return addGains(sessions, touching, gains, asker, weights)
}

/** 1 for the best session, less for the others. */
function strengths(best: readonly RankedSession[], weights: RankingWeights): Map<string, number> {
  const top = best[0]?.score || 1
  return new Map(
    best.map(({ sessionId, score }) => [
      sessionId,
      Math.max(0, score / top) ** weights.feedbackPower,
    ]),
  )
}

function weighFiles(
  sessions: readonly IndexedDocument[],
  strength: ReadonlyMap<string, number>,
): [string, number][] {
  const weight = new Map<string, number>()
  for (const { id, files } of sessions) {
    for (const file of files) weight.set(file, (weight.get(file) ?? 0) + (strength.get(id) ?? 0))
  }
  return [...weight].sort(([a, weightA], [b, weightB]) => weightB - weightA || (a < b ? -1 : 1))
}

/** What a session gains from files that others touched; it does not boost itself. */
function gainOf(
  touching: readonly IndexedDocument[],
  files: ReadonlyMap<string, number>,
  strength: ReadonlyMap<string, number>,
  weights: RankingWeights,
): Map<string, number> {
  const frequency = new Map<string, number>()
  for (const file of touching.flatMap((session) => session.files)) {
    frequency.set(file, (frequency.get(file) ?? 0) + 1)
  }
  const gains = touching.map(({ id, files: touched }) => {
    const sum = touched.reduce((total, file) => {
      const fromOthers = Math.max(0, (files.get(file) ?? 0) - (strength.get(id) ?? 0))
      return total + fromOthers * Math.log(1 + weights.feedbackReach / (frequency.get(file) ?? 1))
    }, 0)
    return [id, sum / Math.sqrt(3 + touched.length)] as const
  })
  const most = Math.max(...gains.map(([, gain]) => gain), Number.MIN_VALUE)
  return new Map(gains.map(([id, gain]) => [id, gain / most]))
}

function addGains(
  sessions: readonly RankedSession[],
  touching: readonly IndexedDocument[],
  gains: ReadonlyMap<string, number>,
  asker: Asker,
  weights: RankingWeights,
): RankedSession[] {
  const scale = weights.fileFeedback * (sessions[0]?.score ?? 0)
  const ranked = new Map(sessions.map((session) => [session.sessionId, session]))
  const others = touching
    .filter(({ id }) => !ranked.has(id))
    .map((document) => unmatchedSession(document, asker, weights))
  return [...sessions, ...others]
    .map((session) => {
      const amount = scale * (gains.get(session.sessionId) ?? 0)
      if (amount === 0) return session
      return {
        ...session,
        priors: [...session.priors, { name: 'shared-files' as const, amount }],
        score: session.score + amount,
      }
    })
    .sort(bySessionScore)
}

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

function groupSessions(
  documents: readonly ScoredDocument[],
  weights: RankingWeights,
): RankedSession[] {
  return [...Map.groupBy(documents, ({ document }) => document.sessionId)]
    .flatMap(([id, members]) => (id === undefined ? [] : rankSession(id, members, weights)))
    .sort(bySessionScore)
}

/** A session that ranks by its priors alone. */
function unmatchedSession(
  document: IndexedDocument,
  asker: Asker,
  weights: RankingWeights,
): RankedSession {
  const priors = findPriors(document, asker, weights)
  return { sessionId: document.id, documents: [], match: 0, priors, score: sumPriors(priors) }
}

const bySessionScore = (a: RankedSession, b: RankedSession) =>
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
  const priors = [
    ...strongest(documents.flatMap((document) => document.priors)),
    ...meaningOf(documents.slice(0, weights.meaningOfSession)),
  ]
  return { sessionId, documents, match, priors, score: match + sumPriors(priors) }
}

/** The mean of its best matches: of many turns, one is near to any question. */
function meaningOf(documents: readonly ScoredDocument[]): Prior[] {
  const amounts = documents.flatMap(({ priors }) =>
    priors.filter(({ name }) => name === 'meaning').map(({ amount }) => amount),
  )
  if (amounts.length === 0) return []
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return [{ name: 'meaning', amount: sum / documents.length }]
}

/** The largest of each name: a session is as recent as its newest turn. */
function strongest(priors: readonly Prior[]): Prior[] {
  const found = new Map<string, Prior>()
  for (const prior of priors) {
    if (prior.name === 'meaning') continue
    if (prior.amount > (found.get(prior.name)?.amount ?? Number.NEGATIVE_INFINITY))
      found.set(prior.name, prior)
  }
  return [...found.values()]
}

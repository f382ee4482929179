/** Finds memories and turns of other sessions that share evidence with a prompt or a start. */
import type {
  IndexedDocument,
  SearchFilter,
  SearchIndex,
  TermFrequencies,
} from '../../ports/search-index.ts'
import { decodeTerms, occurrences, rarestTerms } from '../../text/indexed-terms.ts'
import type { ContextPorts, Situation } from '../situation.ts'
import { type Evidence, evidenceNeeded, ofName } from './evidence.ts'

export interface EvidenceSearch {
  /** Best first. @param least the weight that must be shared */
  find(filter: SearchFilter, least?: number): Promise<SharedEvidence[]>
}

export interface SharedEvidence {
  readonly document: IndexedDocument
  /** The shared terms that are rare in this project; heaviest first. */
  readonly shared: readonly Evidence[]
  readonly amount: number
  /** Whether this session has mentioned all of them before. */
  readonly isKnown: boolean
}

/** Few, because an agent is waiting. */
const mostPostings = 4_000
const leastTerms = 6
const mostDocuments = 60

/** @returns undefined if no document has any of the terms */
export async function searchByEvidence(
  given: readonly Evidence[],
  situation: Situation,
  { search, history }: Pick<ContextPorts, 'search' | 'history'>,
): Promise<EvidenceSearch | undefined> {
  const frequencies = await search.frequencies(given.map(({ term }) => term))
  const evidence = chooseEvidence(given, frequencies)
  if (evidence.length === 0) return undefined
  const terms = evidence.map(({ term }) => term)
  const { sessionId, request } = situation
  const said = await saidBefore(terms, sessionId, search)
  const isRareHere = createRarity(request.projectId, sessionId, { search, history })
  return {
    async find(filter, least = evidenceNeeded) {
      const documents = await search.candidates(terms, filter, mostDocuments)
      const found: SharedEvidence[] = []
      for (const document of documents) {
        const { columns } = decodeTerms(document.terms)
        const shared = evidence.filter(({ term }) =>
          columns.some(({ line }) => occurrences(line, term) > 0),
        )
        if (sumOf(shared) < least) continue
        const rare = await filterAsync(shared, isRareHere)
        const amount = sumOf(rare)
        if (amount < least) continue
        const isKnown = rare.every(({ term }) => said.has(term))
        found.push({ document, shared: rare, amount, isKnown })
      }
      return found.sort((a, b) => b.amount - a.amount || byTime(a, b))
    },
  }
}

const byTime = ({ document: a }: SharedEvidence, { document: b }: SharedEvidence) =>
  (a.at < b.at ? 1 : a.at > b.at ? -1 : 0) || (a.id < b.id ? -1 : 1)

/** The terms that any document contains; the rarest if there are too many. */
function chooseEvidence(evidence: readonly Evidence[], { byTerm }: TermFrequencies): Evidence[] {
  const known = evidence.filter(({ term }) => (byTerm.get(term) ?? 0) > 0)
  const chosen = new Set(
    rarestTerms(
      known.map(({ term }) => term),
      (term) => byTerm.get(term) ?? 0,
      mostPostings,
      leastTerms,
    ),
  )
  return known.filter(({ term }) => chosen.has(term)).sort((a, b) => b.weight - a.weight)
}

/** A name and its parts are counted once. */
export function sumOf(evidence: readonly Evidence[]): number {
  const distinct = evidence.filter(
    ({ term }) => !evidence.some((other) => other.term !== term && other.term.includes(term)),
  )
  return distinct.reduce((sum, { weight }) => sum + weight, 0)
}

const mostTurns = 40

/** The terms that the session has mentioned. A turn without an answer is the prompt itself. */
async function saidBefore(
  terms: readonly string[],
  sessionId: string | undefined,
  search: SearchIndex,
): Promise<ReadonlySet<string>> {
  if (sessionId === undefined) return new Set()
  const turns = await search.candidates(terms, { sessionId, types: ['turn'] }, mostTurns)
  const answered = turns
    .map(({ terms: encoded }) => decodeTerms(encoded).columns)
    .filter((columns) => (columns[3]?.length ?? 0) > 0)
  const isSaid = (term: string) =>
    answered.some((columns) => columns.some(({ line }) => occurrences(line, term) > 0))
  return new Set(terms.filter(isSaid))
}

/**
 * A word in more sessions or memories than this, such as the project's name, is no topic here. An
 * identifier may be in more, because it still names one thing.
 */
const ofWord = { few: 2, share: 0.15, memories: 4 }
const ofNames = { few: 4, share: 0.3, memories: 10 }
const mostSessions = 100

function createRarity(
  projectId: string | undefined,
  sessionId: string | undefined,
  { search, history }: Pick<ContextPorts, 'search' | 'history'>,
): (evidence: Evidence) => Promise<boolean> {
  if (projectId === undefined) return async () => true
  const known = new Map<string, { sessions: number; memories: number }>()
  let all: number | undefined
  const count = async (term: string) => {
    const found = await search.candidates([term], { projectId, types: ['turn'] }, mostTurns)
    const sessions = new Set(found.map((turn) => turn.sessionId))
    if (sessionId !== undefined) sessions.delete(sessionId)
    const ofMemories = { projectId, types: ['memory'], withoutCandidates: true } as const
    const memories = await search.candidates([term], ofMemories, ofNames.memories + 1)
    return { sessions: sessions.size, memories: memories.length }
  }
  return async ({ term, weight }) => {
    all ??= (await history.lastSessionIds(projectId, mostSessions)).length
    const counts = known.get(term) ?? (await count(term))
    known.set(term, counts)
    const limits = weight >= ofName ? ofNames : ofWord
    return (
      counts.sessions <= Math.max(limits.few, limits.share * all) &&
      counts.memories <= limits.memories
    )
  }
}

async function filterAsync<T>(
  values: readonly T[],
  isWanted: (value: T) => Promise<boolean>,
): Promise<T[]> {
  const kept: T[] = []
  for (const value of values) if (await isWanted(value)) kept.push(value)
  return kept
}

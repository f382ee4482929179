/** Finds the memory that a new one replaces. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseLine } from '../../contract/memory-text.ts'
import { isSameAddress, looksLikeShortId, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { conflicts } from './conflict.ts'
import { findByAnyId } from './find-memory.ts'
import { findSimilar, type SimilarPorts } from './find-similar.ts'
import { compareTrust, isAutomatic, isForeign } from './merge.ts'
import type { MemoryDraft } from './new-memory.ts'
import { termsOf } from './normalise-statement.ts'
import { fewestShared, sameness } from './sameness.ts'

interface Replacement {
  readonly target: Memory | undefined
  /** Possible targets: each becomes a pair in review, and until then neither is given. */
  readonly doubtful: readonly Memory[]
}

const none: Replacement = { target: undefined, doubtful: [] }

/** @throws ThroughlineError `not-found`; `conflict` if the memory with this id cannot be replaced */
export async function findReplaced(
  tx: MemoryStore,
  draft: MemoryDraft,
  search: SimilarPorts['search'],
): Promise<Replacement> {
  const { supersedes } = draft
  if (supersedes === undefined) return none
  const named = await findNamed(tx, draft, supersedes)
  const found = named
    ? { target: named, doubtful: [] }
    : chooseByWords(supersedes, draft, await findMeant(supersedes, draft, { memories: tx, search }))
  const { target } = found
  if (!target) return found
  const isSure = mayReplace(draft, target) && mayJudge(draft, target, named !== undefined)
  return isSure ? found : { target: undefined, doubtful: [target] }
}

/** People describe the old statement, or only say what is true now. */
async function findMeant(
  words: string,
  draft: MemoryDraft,
  ports: SimilarPorts,
): Promise<Memory[]> {
  const described = await findSimilar(words, draft, ports)
  const related = await findSimilar(draft.content, draft, ports)
  return [...new Map([...described, ...related].map((memory) => [memory.id, memory])).values()]
}

/** Foreign text never replaces a user's or an agent's statement, nor a candidate a memory. */
export function mayReplace(draft: MemoryDraft, memory: Memory): boolean {
  if (draft.standing === 'candidate' && memory.standing === 'memory') return false
  return !isForeign(draft.trust) || compareTrust(draft.trust, memory.trust) >= 0
}

/**
 * A program closes nothing that is pinned or more trusted than its finding; and what it found by
 * words, only if both cannot be true.
 */
function mayJudge(draft: MemoryDraft, memory: Memory, isNamed: boolean): boolean {
  if (!isAutomatic(draft.source)) return true
  if (memory.pinned || compareTrust(draft.trust, memory.trust) < 0) return false
  return isNamed || conflicts(draft.content, memory.content)
}

/** The best match must lead the second by this much. */
const margin = 0.1

function chooseByWords(
  words: string,
  { content }: MemoryDraft,
  memories: readonly Memory[],
): Replacement {
  const wanted = termsOf(words)
  const ranked = memories
    .map((memory) => ({ memory, score: score(wanted, termsOf(memory.content)) }))
    .filter((candidate) => candidate.score >= sameness.hintsAt)
    .sort((a, b) => b.score - a.score)
  const [best, second] = ranked
  if (!best) return none
  const rivals = ranked.filter((candidate) => best.score - candidate.score < margin)
  if (best.score < sameness.describes) {
    const related = rivals.filter(({ memory }) => isRelated(content, memory.content))
    return { target: undefined, doubtful: toReview(related) }
  }
  const isClear = best.score - (second?.score ?? 0) >= margin
  return isClear
    ? { target: best.memory, doubtful: [] }
    : { target: undefined, doubtful: toReview(rivals) }
}

function isRelated(content: string, known: string): boolean {
  const terms = termsOf(known)
  return [...termsOf(content)].filter((term) => terms.has(term)).length >= fewestShared
}

const mostDoubtful = 3

const toReview = (ranked: readonly { readonly memory: Memory }[]) =>
  ranked.slice(0, mostDoubtful).map(({ memory }) => memory)

/** Mostly the share of wanted terms that are present, and a little how few others there are. */
function score(wanted: ReadonlySet<string>, present: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0
  const shared = [...wanted].filter((term) => present.has(term)).length
  return 0.8 * (shared / wanted.size) + 0.2 * (shared / (wanted.size + present.size - shared))
}

/** A name that looks like an id may still be a key. */
async function findNamed(
  tx: MemoryStore,
  draft: MemoryDraft,
  name: string,
): Promise<Memory | undefined> {
  const isId = looksLikeId(name)
  const byId = isId ? await findByAnyId(tx, name) : undefined
  if (byId) return requireReplaceable(byId, draft, name)
  const byKey = await tx.findByKey(draft, normaliseLine(name))
  if (byKey || !isId) return byKey
  throw new ThroughlineError('not-found', `there is no memory "${name}" to supersede`)
}

function requireReplaceable(memory: Memory, draft: MemoryDraft, id: string): Memory {
  if (!isSameAddress(memory, draft)) {
    throw new ThroughlineError('conflict', `memory "${id}" belongs to another scope`, {
      hint: `store it with the same scope (${memory.scope}), or forget the other one`,
    })
  }
  if (memory.supersededBy !== undefined) {
    throw new ThroughlineError('conflict', `memory "${id}" was already superseded`, {
      hint: `supersede ${memory.supersededBy}`,
    })
  }
  return memory
}

export function looksLikeId(text: string): boolean {
  const isWhole = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
  return isWhole || looksLikeShortId(text)
}

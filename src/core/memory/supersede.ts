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
import { sameness } from './sameness.ts'

interface Replacement {
  readonly target: Memory | undefined
  /** Possible targets, left for a person to decide. */
  readonly doubtful: readonly Memory[]
}

const none: Replacement = { target: undefined, doubtful: [] }

/** @throws ThroughlineError `not-found`; `conflict` if the memory with the given id cannot be replaced */
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
    : chooseByWords(supersedes, await findMeant(supersedes, draft, { memories: tx, search }))
  const isDoubtful =
    found.target && !(mayReplace(draft, found.target) && (named || mayGuess(draft, found.target)))
  return isDoubtful ? { target: undefined, doubtful: [found.target] } : found
}

/** A program guesses what it replaces, so it can only mean a memory that the new one contradicts. */
async function findMeant(
  words: string,
  draft: MemoryDraft,
  ports: SimilarPorts,
): Promise<Memory[]> {
  const similar = await findSimilar(words, draft, ports)
  if (!isAutomatic(draft.source)) return similar
  return similar.filter(({ content }) => conflicts(draft.content, content))
}

/** Foreign text never replaces a statement of a user or an agent, nor a candidate a memory. */
export function mayReplace(draft: MemoryDraft, memory: Memory): boolean {
  if (draft.standing === 'candidate' && memory.standing === 'memory') return false
  return !isForeign(draft.trust) || compareTrust(draft.trust, memory.trust) >= 0
}

/** A program that matched its target by words leaves more trusted memories alone. */
function mayGuess(draft: MemoryDraft, memory: Memory): boolean {
  return !isAutomatic(draft.source) || compareTrust(draft.trust, memory.trust) >= 0
}

/** The best match must lead the second by this much. */
const margin = 0.1

function chooseByWords(words: string, memories: readonly Memory[]): Replacement {
  const wanted = termsOf(words)
  const ranked = memories
    .map((memory) => ({ memory, score: score(wanted, termsOf(memory.content)) }))
    .filter((candidate) => candidate.score >= sameness.describes)
    .sort((a, b) => b.score - a.score)
  const [best, second] = ranked
  if (!best) return none
  if (best.score - (second?.score ?? 0) >= margin) return { target: best.memory, doubtful: [] }
  const rivals = ranked.filter((candidate) => best.score - candidate.score < margin)
  return { target: undefined, doubtful: rivals.slice(0, mostDoubtful).map(({ memory }) => memory) }
}

const mostDoubtful = 3

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

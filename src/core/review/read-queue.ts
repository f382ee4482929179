/** Computes the review queue from the store. */
import type { Config } from '../../contract/config.ts'
import { plainName } from '../../contract/team/author-name.ts'
import { type MemorySourceName, reviewKinds } from '../../contract/vocabulary.ts'
import { compareText } from '../consolidation/run.ts'
import type { MemoryMeanings } from '../embedding/compare-memories.ts'
import { reviewKey } from '../memory/dropped-candidates.ts'
import { compareTrust } from '../memory/merge.ts'
import { type FailingPorts, findFailingInProjects } from '../memory/untrue/failing.ts'
import {
  findStagedInProjects,
  mayBeBound,
  type Staged,
  type StagedPorts,
} from '../memory/untrue/staged.ts'
import type { WorkTreePorts } from '../memory/untrue/work-trees.ts'
import { isValid, type Memory, type MemoryLink } from '../model/memory.ts'
import type { Likeness, MemoryFacts, NearPair } from '../ports/review-store.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { findDoubtful } from './find-doubtful.ts'
import { readProposals } from './read-proposals.ts'
import { changedAt, isHint, type ReviewFinding, type ReviewItem } from './review-item.ts'

export interface QueuePorts
  extends Pick<Store, 'memories' | 'consolidations' | 'injections' | 'proposals' | 'reviews'>,
    Pick<Runtime, 'clock' | 'hash'>,
    StagedPorts,
    Pick<WorkTreePorts, 'projects'>,
    Pick<FailingPorts, 'runMemoryChecks'> {
  readonly config: () => Pick<Config, 'halfLives'>
  /** Finds nothing without an embedder. */
  readonly readMeanings?:
    | ((ids: readonly string[]) => Promise<MemoryMeanings | undefined>)
    | undefined
}

/** The most recently changed. The rest follows when these are decided. */
const mostMemories = 10_000

/** Proposals first; then by kind, the most urgent and then the most recently changed first. */
export async function readQueue(
  projectId: string | undefined,
  ports: QueuePorts,
): Promise<ReviewItem[]> {
  const { reviews, consolidations, injections, clock, hash } = ports
  const memories = await reviews.newest(projectId, mostMemories)
  const decided = await reviews.decidedKeys()
  const keyOf = (finding: ReviewFinding) => reviewKey(finding.kind, finding.memories, hash)
  const known = {
    halfLives: ports.config().halfLives,
    isDecided: (finding: ReviewFinding) => decided.has(keyOf(finding)),
    unmerged: await findUnmerged(memories, ports),
    failing: await findFailingInProjects(memories, undefined, { ...ports, projectOf: nowhere }),
    shownCounts: await injections.shownCounts(memories.map(({ id }) => id)),
    now: clock.now(),
  }
  const near = await readNearPairs(projectId, memories, ports)
  const pairs = findPairs(memories, near, await consolidations.contradictions())
  const candidates = (await reviews.candidates(projectId, mostMemories)).map(describeCandidate)
  const findings = inOrder([...pairs, ...candidates, ...findDoubtful(memories, known)])
    .map((finding) => ({ ...finding, key: keyOf(finding) }))
    .filter(({ key }) => !decided.has(key))
  return [...(await readProposals(projectId, ports)), ...findings]
}

/** The items with their complete memories, except those superseded since. */
export async function readItems(
  items: readonly ReviewItem[],
  { memories }: Pick<QueuePorts, 'memories'>,
): Promise<(Omit<ReviewItem, 'memories'> & { readonly memories: readonly Memory[] })[]> {
  const found = await memories.findMany(items.flatMap((item) => item.memories.map(({ id }) => id)))
  const byId = new Map(found.filter(isValid).map((memory) => [memory.id, memory]))
  return items.flatMap((item) => {
    const full = item.memories.flatMap(({ id }) => byId.get(id) ?? [])
    return full.length === item.memories.length ? [{ ...item, memories: full }] : []
  })
}

const nowhere = async () => ({ kind: 'none' }) as const

/** Learned on branches that were deleted and never merged. */
async function findUnmerged(
  facts: readonly MemoryFacts[],
  { memories, ...ports }: QueuePorts,
): Promise<ReadonlyMap<string, Staged>> {
  const learned = await ports.history.learnedAt(facts.filter(mayBeBound).map(({ id }) => id))
  const onBranches = [...learned].flatMap(([id, points]) =>
    points.some((point) => point !== undefined) ? [id] : [],
  )
  if (onBranches.length === 0) return new Map()
  const found = await memories.findMany(onBranches)
  const staged = await findStagedInProjects(found, undefined, { ...ports, projectOf: nowhere })
  return new Map([...staged].filter(([, { isDeleted }]) => isDeleted))
}

/** Increase it when the comparison rules change, so that stored pairs are recomputed. */
const rulesVersion = 2
/** Each is compared with all others: 1,000 take a third of a second. */
const mostMeanings = 1_000

/** Comparing 1,000 memories takes 200 ms in a fresh process, so the pairs are stored. */
async function readNearPairs(
  projectId: string | undefined,
  facts: readonly MemoryFacts[],
  { reviews, memories, readMeanings }: QueuePorts,
): Promise<readonly NearPair[]> {
  const compared = facts.map(({ id, version, scopeId, useCount }) =>
    [id, version, scopeId, useCount].join(' '),
  )
  const meanings = await readMeanings?.(facts.slice(0, mostMeanings).map(({ id }) => id))
  const basis = fingerprintOf([rulesVersion, meanings?.basis, ...compared].join('\n'))
  const stored = await reviews.nearPairs(projectId)
  if (stored?.basis === basis) return stored.pairs
  // Only needed after a memory changed, and loading it costs a command 4 ms.
  const { compareMemories, compareMeanings } = await import('./compare-memories.ts')
  const inWords = await compareMemories(facts, memories)
  const inMeaning = meanings ? await compareMeanings(facts, meanings, memories) : []
  const pairs = [...inWords, ...inMeaning]
  // A read-only database can still be listed.
  await reviews.storeNearPairs(projectId, { basis, pairs }).catch(() => undefined)
  return pairs
}

/**
 * 64 bits, four characters at a time, because a fresh process has not optimised the loop yet. SHA-256
 * would load node:crypto, which takes longer than everything else.
 */
function fingerprintOf(text: string): string {
  const words = new Int32Array(text.length)
  const { written } = new TextEncoder().encodeInto(text, new Uint8Array(words.buffer))
  let [one, other] = [0x811c9dc5, 0xc9dc5118]
  for (const word of words.subarray(0, Math.ceil(written / 4))) {
    one = Math.imul(one ^ (one >>> 15) ^ word, 0x01000193)
    other = Math.imul(other ^ (other >>> 13) ^ word, 0x85ebca6b)
  }
  return [one, other].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

const heardFrom = {
  user: 'you said',
  agent: 'the agent said',
  teammate: 'a teammate wrote',
  repository: 'the repository’s files say',
  tool: 'came from outside',
} as const

const placesInRepository: Readonly<Partial<Record<MemorySourceName, string>>> = {
  wiki: 'From the repository’s wiki',
  commit: 'From a commit of the repository',
}

function describeCandidate(memory: MemoryFacts): ReviewFinding {
  const { trust, author } = memory
  const place = trust === 'repository' ? placesInRepository[memory.source] : undefined
  const whose = author && `From ${plainName(author.name)}`
  const from = place ?? whose ?? `Learned from what ${heardFrom[trust]}`
  return {
    kind: 'candidate',
    memories: [memory],
    why: `${from}; not confirmed yet.`,
    suggestion: trust === 'tool' ? 'drop' : 'keep',
  }
}

function inOrder(findings: readonly ReviewFinding[]): ReviewFinding[] {
  return findings
    .map((finding) => ({
      finding,
      kind: reviewKinds.indexOf(finding.kind),
      author: authorOf(finding),
      worth: worthOf(finding),
      at: changedAt(finding),
    }))
    .sort(
      (a, b) =>
        a.kind - b.kind ||
        compareText(a.author, b.author) ||
        b.worth - a.worth ||
        compareText(b.at, a.at),
    )
    .map(({ finding }) => finding)
}

/** The best candidates first; what local rules only overheard comes last. */
function worthOf(finding: ReviewFinding): number {
  const [memory] = finding.memories
  if (finding.kind !== 'candidate' || !memory) return 0
  return memory.importance + (finding.suggestion === 'keep' ? 1 : 0) - (isHint(finding) ? 2 : 0)
}

/** Groups one teammate's candidates, after the user's own. */
function authorOf({ kind, memories: [memory] }: ReviewFinding): string {
  const author = kind === 'candidate' ? memory?.author : undefined
  return author ? `${author.name} ${author.id}` : ''
}

/**
 * Pairs of memories that contradict each other or say almost the same.
 * @param links `contradicts` between valid memories, including other projects'
 */
function findPairs(
  memories: readonly MemoryFacts[],
  near: readonly NearPair[],
  links: readonly MemoryLink[],
): ReviewFinding[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const pair = (from: string, to: string): MemoryFacts[] | undefined => {
    const [one, other] = [byId.get(from), byId.get(to)]
    return one && other && [one, other]
  }
  const linked = links.flatMap(({ from, to }) => {
    const both = pair(from, to)
    return both
      ? [contradiction(both, 'The newer one was stored to replace the other, or denies it.')]
      : []
  })
  const found = near.flatMap(({ one, other, likeness }) => {
    const both = pair(one, other)
    return both ? [toFinding(both, likeness)] : []
  })
  return distinctPairs([...linked, ...found])
}

const reasons: Record<Exclude<Likeness, 'opposite'>, string> = {
  same: 'They say the same.',
  words: 'They share most of their words.',
  values: 'They differ only in a name, a number or a path.',
  meaning: 'They say nearly the same in other words.',
}

function toFinding(both: readonly MemoryFacts[], likeness: Likeness): ReviewFinding {
  if (likeness === 'opposite') return contradiction(both, 'One denies what the other says.')
  const isNewerRight = likeness === 'values' || likeness === 'meaning'
  const memories = isNewerRight ? both.toSorted(compareClaim) : both
  return { kind: 'near-duplicate', memories, why: reasons[likeness], suggestion: 'merge' }
}

function contradiction(both: readonly MemoryFacts[], why: string): ReviewFinding {
  const memories = both.toSorted(compareClaim)
  return { kind: 'contradiction', memories, why, suggestion: 'drop' }
}

/** More trusted first, then newer. */
function compareClaim(one: MemoryFacts, other: MemoryFacts): number {
  return compareTrust(other.trust, one.trust) || (one.validFrom < other.validFrom ? 1 : -1)
}

/** Keeps the first finding about each pair. */
function distinctPairs(findings: readonly ReviewFinding[]): ReviewFinding[] {
  const groups = Map.groupBy(findings, ({ memories }) =>
    memories
      .map(({ id }) => id)
      .sort()
      .join(' '),
  )
  return [...groups.values()].flatMap((group) => group.slice(0, 1))
}

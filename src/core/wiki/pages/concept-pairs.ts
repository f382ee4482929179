/** Which concepts occur together, and in which memories. */
import type { Steps } from '../../jobs/steps.ts'
import type { Concepts } from '../concepts/find-concepts.ts'
import type { WikiInput } from './wiki-input.ts'

export interface ConceptPairs {
  /** Pairs that enough memories connect, each with the ids of these. */
  readonly connected: readonly ConnectedConcepts[]
  /** By concept, those that it shares most memories with, closest first. */
  readonly related: ReadonlyMap<string, readonly string[]>
}

export interface ConnectedConcepts {
  readonly concepts: readonly [string, string]
  readonly memories: readonly string[]
}

/** Of the concepts of one memory, the strongest; pairs of all would be too many. */
const mostConcepts = 5
const leastShared = 3
/** A pair is worth a page if it is among the closest of one of the two. */
const mostConnections = 3
/** More links do not help the reader. */
const mostRelated = 12

/** Memories connect their own concepts; a link between two memories connects their homes. */
export function* pairConcepts(
  input: WikiInput,
  { byKey, ofMemory }: Concepts,
): Steps<ConceptPairs> {
  const keys = [...byKey.keys()].sort()
  const numbers = new Map(keys.map((key, n) => [key, n]))
  const shared = new Map<number, string[]>()
  const add = (a: number, b: number, id: string) => {
    const pair = Math.min(a, b) * keys.length + Math.max(a, b)
    const ids = shared.get(pair)
    if (ids) ids.push(id)
    else shared.set(pair, [id])
  }
  for (const [id, all] of ofMemory) {
    const own = all.slice(0, mostConcepts).map((key) => numbers.get(key) ?? 0)
    for (let n = 1; n < own.length; n += 1) {
      for (let m = 0; m < n; m += 1) add(own[m] ?? 0, own[n] ?? 0, id)
    }
    yield
  }
  for (const { from, relation, to } of input.links) {
    const a = numbers.get(ofMemory.get(from)?.[0] ?? '')
    const b = numbers.get(ofMemory.get(to)?.[0] ?? '')
    if (relation === 'supersedes' || a === undefined || b === undefined || a === b) continue
    for (const id of [from, to]) add(a, b, id)
  }
  return yield* describePairs(shared, keys)
}

function* describePairs(
  shared: ReadonlyMap<number, readonly string[]>,
  keys: readonly string[],
): Steps<ConceptPairs> {
  const split = (pair: number) => [Math.floor(pair / keys.length), pair % keys.length] as const
  const nearest = yield* findNearest(shared, keys.length, split)
  const connected: ConnectedConcepts[] = []
  for (const [pair, ids] of shared) {
    if (ids.length < leastShared) continue
    const [a, b] = split(pair)
    const isClose = (one: number, other: number) =>
      nearest[one]?.slice(0, mostConnections).includes(other)
    if (!isClose(a, b) && !isClose(b, a)) continue
    const memories = [...new Set(ids)].sort()
    if (memories.length < leastShared) continue
    connected.push({ concepts: [keys[a] ?? '', keys[b] ?? ''], memories })
    yield
  }
  const related = new Map<string, readonly string[]>()
  for (const [n, others] of nearest.entries()) {
    if (others)
      related.set(
        keys[n] ?? '',
        others.slice(0, mostRelated).map((other) => keys[other] ?? ''),
      )
  }
  return { connected, related }
}

/** By the number of a concept, the numbers of those it shares memories with, closest first. */
function* findNearest(
  shared: ReadonlyMap<number, readonly string[]>,
  count: number,
  split: (pair: number) => readonly [number, number],
): Steps<(readonly number[] | undefined)[]> {
  // One number for how close and which, since there are many: sorted, the closest come first, and of
  // these the first by key.
  const ranks: number[][] = []
  const relate = (one: number, other: number, memories: number) => {
    const known = ranks[one]
    const rank = other - memories * count
    if (known) known.push(rank)
    else ranks[one] = [rank]
  }
  for (const [pair, { length }] of shared) {
    const [a, b] = split(pair)
    relate(a, b, length)
    relate(b, a, length)
    yield
  }
  const most = Math.max(mostRelated, mostConnections)
  return ranks.map((others) => {
    const closest = others.sort((a, b) => a - b).slice(0, most)
    return closest.map((rank) => ((rank % count) + count) % count)
  })
}

/** Which concepts occur together, and in which memories. */
import type { Steps } from '../../jobs/yield-to-event-loop.ts'
import type { Concepts } from '../concepts/find-concepts.ts'
import type { WikiInput } from './wiki-plan.ts'

export interface ConceptPairs {
  /** Pairs that enough memories connect, with the ids of these memories. */
  readonly connected: readonly {
    readonly concepts: readonly [string, string]
    readonly memories: readonly string[]
  }[]
  /** By concept, those that it shares most memories with, closest first. */
  readonly related: ReadonlyMap<string, readonly string[]>
}

/** Only the strongest concepts of a memory are paired; pairs of all would be too many. */
const mostConcepts = 5
const leastShared = 3
/** A pair is worth a page if it is among the closest of one of the two. */
const mostConnections = 3
/** More links do not help the reader. */
const mostRelated = 12

/** Two concepts as one number, since there are many pairs. */
interface Pairing {
  readonly keys: readonly string[]
  readonly split: (pair: number) => readonly [number, number]
  /** Calls back for each pair of each memory. */
  readonly each: (found: (pair: number, id: string) => void) => Steps<void>
}

/** Memories connect their own concepts; a link between two memories connects their homes. */
export function* pairConcepts(input: WikiInput, concepts: Concepts): Steps<ConceptPairs> {
  const pairing = createPairing(input, concepts)
  const { keys, split } = pairing
  const counts = new Map<number, number>()
  yield* pairing.each((pair) => counts.set(pair, (counts.get(pair) ?? 0) + 1))
  const nearest = yield* findNearest(counts, pairing)
  const close = new Map<number, Set<string>>()
  for (const [pair, count] of counts) {
    if (count < leastShared) continue
    const [a, b] = split(pair)
    const isClose = (one: number, other: number) =>
      nearest[one]?.slice(0, mostConnections).includes(other)
    if (isClose(a, b) || isClose(b, a)) close.set(pair, new Set())
    yield
  }
  // Only now, because lists of the memories of all pairs would take 20 MB.
  yield* pairing.each((pair, id) => close.get(pair)?.add(id))
  const connected: ConceptPairs['connected'][number][] = []
  for (const [pair, ids] of close) {
    const [a, b] = split(pair)
    if (ids.size < leastShared) continue
    connected.push({ concepts: [keys[a] ?? '', keys[b] ?? ''], memories: [...ids].sort() })
    yield
  }
  return { connected, related: namesOf(nearest, keys) }
}

function createPairing({ links }: WikiInput, { byKey, ofMemory }: Concepts): Pairing {
  const keys = [...byKey.keys()].sort()
  const numbers = new Map(keys.map((key, n) => [key, n]))
  const toPair = (a: number, b: number) => Math.min(a, b) * keys.length + Math.max(a, b)
  return {
    keys,
    split: (pair) => [Math.floor(pair / keys.length), pair % keys.length],
    *each(found) {
      const own: number[] = []
      for (const [id, all] of ofMemory) {
        const count = Math.min(all.length, mostConcepts)
        for (let n = 0; n < count; n += 1) {
          own[n] = numbers.get(all[n] ?? '') ?? 0
          for (let m = 0; m < n; m += 1) found(toPair(own[m] ?? 0, own[n] ?? 0), id)
        }
        yield
      }
      for (const { from, relation, to } of links) {
        const a = numbers.get(ofMemory.get(from)?.[0] ?? '')
        const b = numbers.get(ofMemory.get(to)?.[0] ?? '')
        if (relation === 'supersedes' || a === undefined || b === undefined || a === b) continue
        for (const id of [from, to]) found(toPair(a, b), id)
      }
    },
  }
}

function namesOf(
  nearest: readonly (readonly number[] | undefined)[],
  keys: readonly string[],
): Map<string, readonly string[]> {
  const related = new Map<string, readonly string[]>()
  for (const [n, others] of nearest.entries()) {
    const closest = others?.slice(0, mostRelated).map((other) => keys[other] ?? '')
    if (closest) related.set(keys[n] ?? '', closest)
  }
  return related
}

/** By the number of a concept, the numbers of those it shares memories with, closest first. */
function* findNearest(
  counts: ReadonlyMap<number, number>,
  { keys, split }: Pairing,
): Steps<(readonly number[] | undefined)[]> {
  // One number says how close and which, because there are many. Sorted, the closest come first, and
  // equally close ones by key.
  const ranks: number[][] = []
  const relate = (one: number, other: number, memories: number) => {
    const known = ranks[one]
    const rank = other - memories * keys.length
    if (known) known.push(rank)
    else ranks[one] = [rank]
  }
  for (const [pair, count] of counts) {
    const [a, b] = split(pair)
    relate(a, b, count)
    relate(b, a, count)
    yield
  }
  const most = Math.max(mostRelated, mostConnections)
  const nearest: (readonly number[] | undefined)[] = []
  for (const [n, others] of ranks.entries()) {
    const closest = others?.sort((a, b) => a - b).slice(0, most)
    nearest[n] = closest?.map((rank) => ((rank % keys.length) + keys.length) % keys.length)
    yield
  }
  return nearest
}

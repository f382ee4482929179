/** Which concepts occur together, and in which memories. */
import type { Concepts } from '../concepts/find-concepts.ts'
import type { WikiInput } from './wiki-input.ts'

export interface ConceptPairs {
  /** Pairs that enough memories connect, each with the ids of these. */
  readonly connected: readonly ConnectedConcepts[]
  /** By concept, others and how many memories they have in common, closest first. */
  readonly related: ReadonlyMap<string, readonly (readonly [string, number])[]>
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

/** Memories connect their own concepts; a link between two memories connects their homes. */
export function pairConcepts(input: WikiInput, { byKey, ofMemory }: Concepts): ConceptPairs {
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
  }
  for (const { from, relation, to } of input.links) {
    const a = numbers.get(ofMemory.get(from)?.[0] ?? '')
    const b = numbers.get(ofMemory.get(to)?.[0] ?? '')
    if (relation === 'supersedes' || a === undefined || b === undefined || a === b) continue
    for (const id of [from, to]) add(a, b, id)
  }
  return describePairs(shared, (pair) => [
    keys[Math.floor(pair / keys.length)] ?? '',
    keys[pair % keys.length] ?? '',
  ])
}

function describePairs(
  shared: ReadonlyMap<number, readonly string[]>,
  split: (pair: number) => readonly [string, string],
): ConceptPairs {
  const connected: ConnectedConcepts[] = []
  const related = new Map<string, [string, number][]>()
  const relate = (one: string, other: string, count: number) => {
    const known = related.get(one)
    if (known) known.push([other, count])
    else related.set(one, [[other, count]])
  }
  for (const [pair, ids] of shared) {
    const [a, b] = split(pair)
    relate(a, b, ids.length)
    relate(b, a, ids.length)
  }
  for (const others of related.values()) {
    others.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  }
  const closest = new Map(
    [...related].map(([key, others]) => [
      key,
      new Set(others.slice(0, mostConnections).map(([other]) => other)),
    ]),
  )
  for (const [pair, ids] of shared) {
    if (ids.length < leastShared) continue
    const concepts = split(pair)
    const [a, b] = concepts
    if (!closest.get(a)?.has(b) && !closest.get(b)?.has(a)) continue
    const memories = [...new Set(ids)].sort()
    if (memories.length >= leastShared) connected.push({ concepts, memories })
  }
  return { connected, related }
}

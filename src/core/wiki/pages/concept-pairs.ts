/** Which concepts occur together, and in which memories. */
import type { Concepts } from '../concepts/find-concepts.ts'
import type { WikiInput } from './wiki-input.ts'

/** By concept and other concept, both ways, the ids of the memories that connect them. */
export type ConceptPairs = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Of the concepts of one memory, the strongest; pairs of all would be too many. */
const mostConcepts = 5

/** Memories connect their own concepts; a link between two memories connects their homes. */
export function pairConcepts(input: WikiInput, { ofMemory }: Concepts): ConceptPairs {
  const pairs = new Map<string, Map<string, string[]>>()
  const add = (a: string, b: string, id: string) => {
    const others = pairs.get(a) ?? new Map<string, string[]>()
    if (others.size === 0) pairs.set(a, others)
    const ids = others.get(b)
    if (!ids) others.set(b, [id])
    else if (ids.at(-1) !== id && !ids.includes(id)) ids.push(id)
  }
  for (const { id } of input.memories) {
    const keys = ofMemory.get(id)?.slice(0, mostConcepts) ?? []
    for (const a of keys) for (const b of keys) if (a !== b) add(a, b, id)
  }
  for (const { from, relation, to } of input.links) {
    const [a] = ofMemory.get(from) ?? []
    const [b] = ofMemory.get(to) ?? []
    if (relation === 'supersedes' || a === undefined || b === undefined || a === b) continue
    for (const id of [from, to]) {
      add(a, b, id)
      add(b, a, id)
    }
  }
  return pairs
}

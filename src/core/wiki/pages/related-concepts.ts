/** Which concepts are about the same: how many memories each two share. */
import type { Steps } from '../../jobs/yield-to-event-loop.ts'
import type { Concepts } from '../concepts/find-concepts.ts'
import type { WikiInput } from './wiki-plan.ts'

interface RelatedConcept {
  readonly key: string
  readonly memories: number
}

/** By concept, those that it shares most memories with, closest first. */
export type RelatedConcepts = ReadonlyMap<string, readonly RelatedConcept[]>

/** Only the strongest concepts of a memory are paired; pairs of all would be too many. */
const mostConcepts = 5
/** One shared memory is a coincidence. */
const leastShared = 2
/** More links do not help the reader. */
const mostRelated = 6

/** Memories relate their own concepts; a link between two memories relates their first ones. */
export function* relateConcepts(
  { links }: Pick<WikiInput, 'links'>,
  { byKey, ofMemory }: Concepts,
): Steps<RelatedConcepts> {
  const keys = [...byKey.keys()].sort()
  const numbers = new Map(keys.map((key, n) => [key, n]))
  /** Two concepts are one number, since there are many pairs. */
  const counts = new Map<number, number>()
  const count = (a: number, b: number) => {
    const pair = Math.min(a, b) * keys.length + Math.max(a, b)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  for (const all of ofMemory.values()) {
    const own = all.slice(0, mostConcepts).map((key) => numbers.get(key) ?? 0)
    for (const [n, one] of own.entries()) for (const other of own.slice(0, n)) count(one, other)
    yield
  }
  for (const { from, relation, to } of links) {
    const a = numbers.get(ofMemory.get(from)?.[0] ?? '')
    const b = numbers.get(ofMemory.get(to)?.[0] ?? '')
    if (relation !== 'supersedes' && a !== undefined && b !== undefined && a !== b) count(a, b)
  }
  const related = new Map<string, RelatedConcept[]>()
  for (const [pair, memories] of counts) {
    if (memories < leastShared) continue
    const [a = '', b = ''] = [keys[Math.floor(pair / keys.length)], keys[pair % keys.length]]
    addTo(related, a, { key: b, memories })
    addTo(related, b, { key: a, memories })
    yield
  }
  for (const [key, others] of related)
    related.set(key, others.sort(byCloseness).slice(0, mostRelated))
  return related
}

function addTo(related: Map<string, RelatedConcept[]>, key: string, other: RelatedConcept): void {
  const known = related.get(key)
  if (known) known.push(other)
  else related.set(key, [other])
}

const byCloseness = (a: RelatedConcept, b: RelatedConcept) =>
  b.memories - a.memories || (a.key < b.key ? -1 : 1)

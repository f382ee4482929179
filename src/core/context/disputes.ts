/**
 * Memories that contradict each other and wait for a decision in review. Neither is given as true:
 * one line gives both.
 */
import { reviewKey } from '../memory/dropped-candidates.ts'
import { compareTrust } from '../memory/merge.ts'
import { findUntrue } from '../memory/untrue/find-untrue.ts'
import type { Memory } from '../model/memory.ts'
import { shorten } from '../text/shorten.ts'
import { type ContextPorts, isInjectable, type Situation } from './situation.ts'

type DisputePorts = Pick<
  ContextPorts,
  | 'memories'
  | 'history'
  | 'consolidations'
  | 'reviews'
  | 'hash'
  | 'readBranchStates'
  | 'runMemoryChecks'
>

const mostCharacters = 140

/** Both sides of a dispute become one memory: the more trusted or newer one, saying both. */
export async function joinDisputed(
  memories: readonly Memory[],
  { request: { projectId, root }, now }: Situation,
  ports: DisputePorts,
): Promise<Memory[]> {
  const ids = new Set(memories.map(({ id }) => id))
  const pairs = (await contradictoryPairs(projectId, ports)).filter((pair) =>
    pair.some((id) => ids.has(id)),
  )
  if (pairs.length === 0) return [...memories]
  const found = await ports.memories.findMany(pairs.flat())
  // What is not true here contradicts nothing: it was decided on a branch that is not merged.
  const untrue = await findUntrue(found, root, ports)
  const byId = new Map(found.flatMap((each) => (untrue.has(each.id) ? [] : [[each.id, each]])))
  const decided = await ports.reviews.decidedKeys()
  const joined = new Map(memories.map((memory) => [memory.id, memory]))
  for (const pair of pairs) {
    const sides = pair.flatMap((id) => byId.get(id) ?? []).toSorted(compareClaim)
    const [first, second] = sides
    if (!first || !second || !sides.every((side) => isInjectable(side, now))) continue
    if (decided.has(reviewKey('contradiction', sides, ports.hash))) continue
    joined.delete(second.id)
    joined.set(first.id, { ...first, content: saying(first, second) })
  }
  return [...joined.values()]
}

function saying(...sides: readonly Memory[]): string {
  return `disputed: ${sides.map(({ content }) => shorten(content, mostCharacters)).join(' / ')}`
}

/** Rules first, so that a disputed rule stays among them. */
function compareClaim(one: Memory, other: Memory): number {
  return (
    Number(other.kind === 'rule') - Number(one.kind === 'rule') ||
    compareTrust(other.trust, one.trust) ||
    (one.validFrom < other.validFrom ? 1 : -1)
  )
}

async function contradictoryPairs(
  projectId: string | undefined,
  { consolidations, reviews }: DisputePorts,
): Promise<string[][]> {
  const linked = await consolidations.contradictions()
  const near = (await reviews.nearPairs(projectId))?.pairs ?? []
  return [
    ...linked.map(({ from, to }) => [from, to]),
    ...near.flatMap(({ one, other, likeness }) => (likeness === 'opposite' ? [[one, other]] : [])),
  ]
}

/** Finds pairs of memories that contradict each other or say nearly the same. */
import { compareTrust } from '../memory/merge.ts'
import type { MemoryLink } from '../model/memory.ts'
import type { Likeness, MemoryFacts, NearPair } from '../ports/review-store.ts'
import type { ReviewFinding } from './review-item.ts'

/** @param links `contradicts` between valid memories, of other projects too */
export function findPairs(
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
    return both ? [contradiction(both, 'One contradicts the other.')] : []
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
}

function toFinding(both: readonly MemoryFacts[], likeness: Likeness): ReviewFinding {
  if (likeness === 'opposite') return contradiction(both, 'One denies what the other says.')
  const memories = likeness === 'values' ? both.toSorted(compareClaim) : both
  return { kind: 'near-duplicate', memories, why: reasons[likeness], suggestion: 'merge' }
}

function contradiction(both: readonly MemoryFacts[], why: string): ReviewFinding {
  const memories = both.toSorted(compareClaim)
  return { kind: 'contradiction', memories, why, suggestion: 'drop' }
}

/** The more trusted first, then the newer. */
function compareClaim(one: MemoryFacts, other: MemoryFacts): number {
  return compareTrust(other.trust, one.trust) || (one.validFrom < other.validFrom ? 1 : -1)
}

/** The first finding about each pair. */
function distinctPairs(findings: readonly ReviewFinding[]): ReviewFinding[] {
  const groups = Map.groupBy(findings, ({ memories }) =>
    memories
      .map(({ id }) => id)
      .sort()
      .join(' '),
  )
  return [...groups.values()].flatMap((group) => group.slice(0, 1))
}

/** Two memories that contradict each other, or say nearly the same. */
import { compareWorth } from '../consolidation/compare-worth.ts'
import { addressOf, type Said } from '../consolidation/run.ts'
import { compareTrust } from '../memory/merge.ts'
import type { Memory, MemoryLink } from '../model/memory.ts'
import { findNearDuplicates, type Likeness, type NearPair } from './find-near-duplicates.ts'
import type { ReviewFinding } from './review-item.ts'

/** @param links `contradicts` between valid memories; those of memories that are not meant too */
export async function findPairs(
  said: readonly Said[],
  links: readonly MemoryLink[],
): Promise<ReviewFinding[]> {
  const byId = new Map(said.map(({ memory }) => [memory.id, memory]))
  const linked = links.flatMap(({ from, to }) => {
    const [one, other] = [byId.get(from), byId.get(to)]
    return one && other ? [contradiction(one, other, 'One contradicts the other.')] : []
  })
  const near: ReviewFinding[] = []
  for (const ofOne of Map.groupBy(said, ({ memory }) => addressOf(memory)).values()) {
    near.push(...(await findNearDuplicates(ofOne.toSorted(compareWorth))).map(toFinding))
  }
  return distinctPairs([...linked, ...near])
}

function toFinding({ one, other, likeness }: NearPair): ReviewFinding {
  return likeness === 'opposite'
    ? contradiction(one.memory, other.memory, 'One denies what the other says.')
    : nearDuplicate(one.memory, other.memory, likeness)
}

function contradiction(one: Memory, other: Memory, why: string): ReviewFinding {
  const memories = [one, other].sort(compareClaim)
  return { kind: 'contradiction', memories, why, suggestion: 'merge' }
}

const reasons: Record<Exclude<Likeness, 'opposite'>, string> = {
  same: 'They say the same.',
  words: 'They share most of their words.',
  values: 'They differ only in a name, a number or a path.',
}

function nearDuplicate(
  one: Memory,
  other: Memory,
  likeness: Exclude<Likeness, 'opposite'>,
): ReviewFinding {
  const memories = likeness === 'values' ? [one, other].sort(compareClaim) : [one, other]
  return { kind: 'near-duplicate', memories, why: reasons[likeness], suggestion: 'merge' }
}

/** Whom to believe first: who is trusted more, then who spoke last. */
function compareClaim(one: Memory, other: Memory): number {
  return compareTrust(other.trust, one.trust) || (one.validFrom < other.validFrom ? 1 : -1)
}

/** The first of those about the same two. */
function distinctPairs(findings: readonly ReviewFinding[]): ReviewFinding[] {
  const found = new Map<string, ReviewFinding>()
  for (const finding of findings) {
    const name = finding.memories
      .map(({ id }) => id)
      .sort()
      .join(' ')
    if (!found.has(name)) found.set(name, finding)
  }
  return [...found.values()]
}

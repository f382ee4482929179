/**
 * What the user says now closes what a program heard before and cannot hold as well: the same
 * subject, with a denial, another value or a replacement.
 */
import { statedIn } from '../../memory/account.ts'
import { conflicts } from '../../memory/conflict.ts'
import { findSimilar } from '../../memory/find-similar.ts'
import type { Memory } from '../../model/memory.ts'
import type { StoreTransaction } from '../../ports/store.ts'

/** @returns the ids of what was superseded */
export async function closeConflicting(
  { memories, search }: StoreTransaction,
  said: Memory,
  at: string,
): Promise<string[]> {
  if (said.trust !== 'user') return []
  const stated = statedIn(said)
  const similar = await findSimilar(stated, said, { memories, search })
  const untrue = similar.filter(
    (earlier) =>
      earlier.id !== said.id && mayClose(said, earlier) && conflicts(stated, statedIn(earlier)),
  )
  for (const { id } of untrue) {
    await memories.update(id, { supersededBy: said.id }, at)
    await memories.addLink({ from: said.id, relation: 'supersedes', to: id, createdAt: at })
  }
  return untrue.map(({ id }) => id)
}

/** Nothing that a person or an agent stored or confirmed, and no memory by a candidate. */
function mayClose(said: Memory, earlier: Memory): boolean {
  const { source, standing, confirmation, pinned, validFrom } = earlier
  if (source !== 'heuristic' || pinned || validFrom >= said.validFrom) return false
  if (standing === 'candidate') return true
  return said.standing === 'memory' && confirmation === 'stated'
}

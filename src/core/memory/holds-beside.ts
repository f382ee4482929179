/** Why a memory holds beside others that contradict it: what the user said in review. */
import type { Hash } from '../model/content-key.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { ReviewReader } from '../ports/review-store.ts'
import { reviewKey } from './review-key.ts'

export interface BesidePorts {
  readonly memories: Pick<MemoryReader, 'find'>
  readonly reviews: Pick<ReviewReader, 'reasonsAbout'>
  readonly hash: Hash
}

export interface Beside {
  readonly id: string
  readonly because: string
  readonly at: string
}

/** A reason counts until either memory changes. */
export async function holdsBeside(memory: Memory, ports: BesidePorts): Promise<Beside[]> {
  const found: Beside[] = []
  for (const { key, memoryIds, because, at } of await ports.reviews.reasonsAbout(memory.id)) {
    const other = await ports.memories.find(memoryIds.find((id) => id !== memory.id) ?? '')
    const isCurrent = other && reviewKey('contradiction', [memory, other], ports.hash) === key
    if (isCurrent && because !== undefined) found.push({ id: other.id, because, at })
  }
  return found
}

/** What makes a candidate a memory. */
import type { Confirmation, MemorySourceName } from '../../contract/vocabulary.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import type { MemoryDraft } from './new-memory.ts'

/** What a memory rests on when it is stored as one. */
export function confirmationBy(source: MemorySourceName): Confirmation {
  if (source === 'heuristic') return 'stated'
  return source === 'model' ? 'judged' : 'stored'
}

/** What confirms a memory stays what confirmed it first. */
export function confirm(memory: Memory, confirmation: Confirmation): MemoryChange {
  return memory.standing === 'memory' ? {} : { standing: 'memory', confirmation }
}

/** Whether storing this confirms the candidate that says the same. */
export function confirmedBy(
  memory: Memory,
  { standing, source }: Pick<MemoryDraft, 'standing' | 'source'>,
): MemoryChange {
  return standing === 'memory' ? confirm(memory, confirmationBy(source)) : {}
}

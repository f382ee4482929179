/** What makes a candidate a memory. */
import type { Confirmation } from '../../contract/vocabulary.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import type { MemoryDraft } from './new-memory.ts'

/** What a memory rests on when it is stored as one. */
export function confirmationOf({
  source,
  confirmation,
}: Pick<MemoryDraft, 'source' | 'confirmation'>): Confirmation {
  if (confirmation !== undefined) return confirmation
  if (source === 'heuristic') return 'stated'
  return source === 'model' ? 'judged' : 'stored'
}

/** Empty for what is a memory already. */
type Confirming = Pick<MemoryChange, 'standing'> & { readonly confirmation?: Confirmation }

/** What confirms a memory stays what confirmed it first. */
export function confirm(memory: Memory, confirmation: Confirmation): Confirming {
  return memory.standing === 'memory' ? {} : { standing: 'memory', confirmation }
}

/** Whether storing this confirms the candidate that says the same. */
export function confirmedBy(
  memory: Memory,
  draft: Pick<MemoryDraft, 'standing' | 'source' | 'confirmation'>,
): Confirming {
  return draft.standing === 'memory' ? confirm(memory, confirmationOf(draft)) : {}
}

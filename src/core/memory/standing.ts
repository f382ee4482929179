/** What makes a candidate a memory. */
import type { Confirmation, TrustLevel } from '../../contract/vocabulary.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import type { MemoryDraft } from './new-memory.ts'

/** How a memory is confirmed when it is stored as one. */
export function confirmationOf({
  source,
  confirmation,
}: Pick<MemoryDraft, 'source' | 'confirmation'>): Confirmation {
  if (confirmation !== undefined) return confirmation
  if (source === 'heuristic') return 'stated'
  return source === 'model' ? 'judged' : 'stored'
}

/** Empty if it already is a memory. */
type Confirming = Pick<MemoryChange, 'standing'> & { readonly confirmation?: Confirmation }

/**
 * The first confirmation stays. Only a person confirms a repository's words: any agent that read its
 * files may repeat and apply them.
 */
export function confirm(
  { standing, trust }: Pick<Memory, 'standing' | 'trust'>,
  confirmation: Confirmation,
): Confirming {
  if (standing === 'memory') return {}
  if (trust === 'repository' && confirmation !== 'reviewed') return {}
  return { standing: 'memory', confirmation }
}

/**
 * An approved memory becomes the user's word, except a teammate's or repository's unchanged words.
 */
export function approvedTrust(
  { trust, author }: Pick<Memory, 'trust' | 'author'>,
  isReworded: boolean,
): TrustLevel {
  return !isReworded && (author || trust === 'repository') ? trust : 'user'
}

/** Whether storing this confirms a candidate that says the same. */
export function confirmedBy(
  memory: Pick<Memory, 'standing' | 'trust'>,
  draft: Pick<MemoryDraft, 'standing' | 'source' | 'confirmation'>,
): Confirming {
  return draft.standing === 'memory' ? confirm(memory, confirmationOf(draft)) : {}
}

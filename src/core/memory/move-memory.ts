/** Moving by hand: the same memory, from now on at another address. */

import { isSameAddress, type Memory, type ScopeAddress } from '../model/memory.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import { refuseSuperseded, refuseTaken } from './change-memory.ts'

/** @throws ThroughlineError `conflict` when it was superseded, or its key or words are taken there */
export async function moveMemory(
  tx: MemoryTransaction,
  memory: Memory,
  { scope, scopeId }: ScopeAddress,
  at: string,
): Promise<Memory> {
  refuseSuperseded(memory)
  const address = { scope, scopeId }
  if (isSameAddress(memory, address)) return memory
  await refuseTaken(tx, { ...memory, ...address }, { key: memory.key ?? null })
  return tx.update(memory.id, address, at)
}

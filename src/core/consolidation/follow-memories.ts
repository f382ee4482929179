/** Keeps memories current while a run changes them, so that none is read again. */
import { normaliseStatement } from '../memory/normalise-statement.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { MemoryTransaction } from '../ports/memory-store.ts'
import { compareText } from './compare-worth.ts'
import type { ConsolidationRun, Said } from './run.ts'

/** Follows those that are still valid. A run changes no content, so statements stay. */
export async function followMemories(
  tx: MemoryTransaction,
  ids: Iterable<string>,
): Promise<Pick<ConsolidationRun, 'tx' | 'said'>> {
  const said = new Map<string, Said>()
  const follow = (memory: Memory) => {
    const { statement = normaliseStatement(memory.content) } = said.get(memory.id) ?? {}
    if (isValid(memory)) said.set(memory.id, { memory, statement })
    else said.delete(memory.id)
  }
  const found = await tx.findMany([...ids])
  found.sort((a, b) => compareText(a.id, b.id)).forEach(follow)
  return {
    said,
    tx: {
      ...tx,
      async insert(memory) {
        await tx.insert(memory)
        follow(memory)
      },
      async update(...change) {
        const memory = await tx.update(...change)
        follow(memory)
        return memory
      },
    },
  }
}

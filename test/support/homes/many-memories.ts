/** A home with many memories, filled in one transaction. */
import { sha256 } from '../../../src/adapters/ids.ts'
import { openLocal } from '../../../src/compose/local.ts'
import { operations } from '../../../src/contract/operations/index.ts'
import type { Memory } from '../../../src/core/model/memory.ts'
import { sampleMemory } from '../../conformance/samples.ts'
import type { World } from './world.ts'

/** @param describe returns the memory with a number; without a scope it belongs to the project */
export async function storeMany(
  world: World,
  count: number,
  describe: (number: number) => Partial<Memory> & { readonly content: string },
): Promise<void> {
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  try {
    const first = { content: 'The first of many.', folder: world.project }
    const { memory } = await local.operations.storeMemory(operations.storeMemory.input.parse(first))
    const place = { scope: memory.scope, scopeId: memory.scopeId }
    await local.store.transaction(async ({ memories: tx }) => {
      for (let number = 1; number < count; number++) {
        const said = describe(number)
        const contentHash = sha256(said.content)
        await tx.insert(sampleMemory(local.store.ids.next(), { ...place, contentHash, ...said }))
      }
    })
    await local.catchUpIndex(AbortSignal.timeout(60_000))
  } finally {
    local.close()
  }
}

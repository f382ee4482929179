/** Stores what the labels of a session say must or may be kept, as its agent would have with `memory_store`. */
import type { Local } from '../../src/compose/local.ts'
import { memoryKinds } from '../../src/contract/vocabulary.ts'
import type { LabelledSession } from './data.ts'
import { itemName } from './matching.ts'

/** `must`: what an excellent note-taker keeps; `all`: also what it is no fault to keep. */
export type StoredGrades = 'must' | 'all'

/**
 * An item that reverses an earlier one supersedes its memory, unless another one did.
 * @param idOf gets the ids of the memories, by the items' names
 */
export function storeLabels(
  { agentOperations }: Pick<Local, 'agentOperations'>,
  folder: string,
  idOf: Map<string, string>,
  grades: StoredGrades,
): (session: LabelledSession) => Promise<void> {
  const superseded = new Set<string>()
  return async (session) => {
    for (const item of session.items.filter(({ grade }) => grades === 'all' || grade === 'must')) {
      const { relation, relates = '' } = item
      const isReversal = relation === 'reverses' && relates !== null && !superseded.has(relates)
      const reversed = isReversal ? idOf.get(relates) : undefined
      if (isReversal) superseded.add(relates)
      const stored = await agentOperations.storeMemory(
        {
          content: item.text,
          kind: memoryKinds.find((kind) => kind === item.kind),
          scope: 'project',
          folder,
          supersedes: reversed,
          source: 'manual',
          trust: 'agent',
        },
        { host: 'claude-code' },
      )
      if (stored.memory) idOf.set(itemName(session, item), stored.memory.id)
    }
  }
}

/** Stores what the labels of a session say must be kept, as its agent would have with `memory_store`. */
import type { Local } from '../../src/compose/local.ts'
import { memoryKinds } from '../../src/contract/vocabulary.ts'
import type { LabelledSession } from './data.ts'
import { itemName } from './matching.ts'

/**
 * An item that reverses an earlier one supersedes its memory.
 * @param idOf gets the ids of the memories, by the items' names
 */
export function storeLabels(
  { agentOperations }: Pick<Local, 'agentOperations'>,
  folder: string,
  idOf: Map<string, string>,
): (session: LabelledSession) => Promise<void> {
  return async (session) => {
    for (const item of session.items.filter(({ grade }) => grade === 'must')) {
      const reversed = item.relation === 'reverses' ? idOf.get(item.relates ?? '') : undefined
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

/** What deleting would take along, before anything is deleted. */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type {
  HistoryCounts,
  HistoryDeletion,
  HistorySelection,
  SelectedSession,
} from '../ports/deletion.ts'

export interface DeletionPlan {
  readonly counts: HistoryCounts
  readonly sessions: readonly SelectedSession[]
  /** Memories that rest on nothing else. */
  readonly memoriesAlone: number
  /** Memories that have other sources, or were stored by hand, and only lose some. */
  readonly memoriesShared: number
}

type Reader = Pick<HistoryDeletion, 'select' | 'count' | 'memoriesIn' | 'sources'>

export async function planDeletion(
  selection: HistorySelection,
  deletion: Reader,
): Promise<DeletionPlan> {
  const { turnId } = selection
  const sessions = await deletion.select(selection, Number.MAX_SAFE_INTEGER)
  const touched = new Set<string>()
  for (const { id } of sessions) {
    for (const memory of await deletion.memoriesIn({ sessionId: id, turnId })) touched.add(memory)
    await yieldToEventLoop()
  }
  const selected = new Set(sessions.map(({ id }) => id))
  const shared = await countShared([...touched], selected, turnId, deletion)
  return {
    counts: await deletion.count(selection),
    sessions,
    memoriesAlone: touched.size - shared,
    memoriesShared: shared,
  }
}

const memoriesAtOnce = 200

/** Those with a source outside of what is selected. */
async function countShared(
  memories: readonly string[],
  selected: ReadonlySet<string>,
  turnId: string | undefined,
  deletion: Reader,
): Promise<number> {
  const shared = new Set<string>()
  for (let from = 0; from < memories.length; from += memoriesAtOnce) {
    const sources = await deletion.sources(memories.slice(from, from + memoriesAtOnce))
    for (const source of sources) {
      const isSelected =
        turnId === undefined ? selected.has(source.sessionId ?? '') : source.turnId === turnId
      if (!isSelected) shared.add(source.memoryId)
    }
    await yieldToEventLoop()
  }
  return shared.size
}

/** The operations recall and timeline. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { catchUpIndex, type IndexPorts } from '../indexing/index-changes.ts'
import type { History } from '../ports/history.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import { createRecall, type ScopedRecallPorts } from './create-recall.ts'
import { readTimeline } from './timeline.ts'

export interface RecallOperationPorts extends Omit<ScopedRecallPorts, 'catchUp' | 'search'> {
  readonly indexing: IndexPorts
  readonly history: History
  readonly memories: MemoryReader
}

/** Recent events should be found, but a long backlog must not delay an answer. */
const catchUpLimitMs = 2_000

export function createRecallOperations(ports: RecallOperationPorts) {
  const { search } = ports.indexing
  const catchUp = () =>
    catchUpIndex(ports.indexing, { signal: AbortSignal.timeout(catchUpLimitMs) })
  return {
    recall: createRecall({ ...ports, catchUp, search }),
    async getTimeline(input: InputOf<'getTimeline'>): Promise<OutputOf<'getTimeline'>> {
      await catchUp()
      const timeline = await readTimeline(input, { ...ports, search })
      if (timeline) return timeline
      throw new ThroughlineError('not-found', `nothing has the id "${input.id}"`, {
        hint: 'throughline recall gives ids',
      })
    },
  }
}

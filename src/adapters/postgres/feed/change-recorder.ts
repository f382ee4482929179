/** Appends to the feed in the transaction of the write. One is made for each transaction. */
import { randomBytes } from 'node:crypto'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { ChangeKind, ChangeSubject } from '../../../core/ports/change-feed.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Queries } from '../connection/queries.ts'
import type { Sequence } from './sequence.ts'

export interface ChangeRecorder {
  record(
    subject: ChangeSubject,
    id: string,
    kind: ChangeKind,
    more?: { readonly version?: number; readonly at?: string },
  ): Promise<void>
  hasRecordedMemory(): boolean
}

const markBytes = 8

export function createChangeRecorder(
  queries: Queries,
  clock: Clock,
  sequence: Sequence,
): ChangeRecorder {
  const written = new Set<string>()
  let hasMemory = false
  return {
    hasRecordedMemory: () => hasMemory,
    async record(subject, subjectId, kind, { version, at = clock.now().toISOString() } = {}) {
      hasMemory ||= subject === 'memory'
      // One change per transaction is enough, except for memories, where every version counts.
      const isPlain = subject !== 'memory' && (kind === 'created' || kind === 'updated')
      if (isPlain && written.has(`${subject} ${subjectId}`)) return
      if (isPlain) written.add(`${subject} ${subjectId}`)
      const mark = randomBytes(markBytes).toString('hex')
      const change = { mark, subject, subjectId, version, kind, at }
      await queries.insert('changes', { sequence: sequence.next(), ...change })
    },
  }
}

/** For ports that only read. */
export const noRecorder: ChangeRecorder = {
  hasRecordedMemory: () => false,
  async record() {
    throw new ThroughlineError('internal', 'a change was written outside a transaction')
  },
}

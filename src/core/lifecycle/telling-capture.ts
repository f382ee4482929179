/** A capture store that notes what others are to be told of what it takes in. */
import type { LifecycleType } from '../../contract/vocabulary.ts'
import type { EventKind } from '../model/host-event.ts'
import type { CaptureTransaction, NewEvent } from '../ports/capture-store.ts'
import type { Store } from '../ports/store.ts'
import type { Happening, LifecycleRecorder } from './recorder.ts'

const typesByKind: Partial<Record<EventKind, LifecycleType>> = {
  'session-start': 'session-started',
  'pre-compact': 'pre-compact',
  'post-compact': 'post-compact',
  'instructions-loaded': 'instructions-loaded',
}
const capturedTypes: readonly LifecycleType[] = [...Object.values(typesByKind), 'turn-ended']

export function tellingCapture(
  store: Pick<Store, 'transaction'>,
  recorder: LifecycleRecorder,
): Pick<Store, 'transaction'> {
  return {
    transaction(work, options) {
      if (!recorder.isWanted(capturedTypes)) return store.transaction(work, options)
      return store.transaction(async (tx) => {
        const happenings: Happening[] = []
        const result = await work({ ...tx, capture: watching(tx.capture, happenings) })
        // Last, because a session may have come into its project with these events.
        await recorder.record(happenings, tx)
        return result
      }, options)
    },
  }
}

function watching(tx: CaptureTransaction, happenings: Happening[]): CaptureTransaction {
  /** The event that is being taken in; none when a session is closed for its silence. */
  let current: NewEvent | undefined
  return {
    ...tx,
    async insertEvent(event) {
      if (!(await tx.insertEvent(event))) return false
      current = event
      const type = typesByKind[event.event.detail.kind]
      const { id: subject, sessionId, occurredAt: at } = event
      if (type) happenings.push({ type, subject, state: '', sessionId, at })
      return true
    },
    async updateTurn(id, change) {
      await tx.updateTurn(id, change)
      const { outcome, endedAt } = change
      if (outcome === undefined || endedAt === undefined) return
      happenings.push({
        type: 'turn-ended',
        subject: id,
        state: outcome,
        cause: current?.id ?? 'silence',
        sessionId: current?.sessionId,
        at: endedAt,
      })
    },
  }
}

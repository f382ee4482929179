/** Recognises an event without an id that was delivered a moment ago. */
import type { EventKind } from '../model/host-event.ts'
import type { RecentContent, SessionRow } from '../ports/capture-store.ts'
import type { Arrival } from './read-entry.ts'

/** Two installations deliver an event at once; a person who repeats a prompt takes longer. */
const repetitionWindowMs = 5_000
const mostRecent = 20

export function isRepetition(session: SessionRow, arrival: Arrival): boolean {
  if (arrival.event.isDistinct) return false
  return justBefore(session, arrival).some(({ key }) => key === arrival.contentKey)
}

/** Hosts wait for these before they continue, so none is delivered again after another. */
const steps: readonly EventKind[] = [
  'session-start',
  'prompt',
  'turn-end',
  'pre-compact',
  'post-compact',
  'session-end',
]
const asides: readonly EventKind[] = ['instructions-loaded', 'cwd-changed', 'other']

export function withArrival(session: SessionRow, arrival: Arrival): RecentContent[] {
  const { contentKey: key, arrivedAt: at, event } = arrival
  const { kind } = event.detail
  const before = justBefore(session, arrival).slice(-mostRecent)
  const kept = asides.includes(kind) ? before : before.filter((one) => !steps.includes(one.kind))
  return event.isDistinct ? kept : [...kept, { key, kind, at }]
}

function justBefore({ recentContent }: SessionRow, { arrivedAt }: Arrival): RecentContent[] {
  const now = Date.parse(arrivedAt)
  return recentContent.filter(({ at }) => Math.abs(now - Date.parse(at)) <= repetitionWindowMs)
}

/** Decides which jobs learn from what happened in a session. */
import type { Config } from '../../contract/config.ts'
import { isLearningOn } from '../../contract/learning-text.ts'
import type { JobRequest } from '../ports/job-queue.ts'

export type LearningSettings = Config['learning']

export type Happening =
  | { readonly kind: 'turn-began' }
  | { readonly kind: 'turn-ended'; readonly turnId: string }
  /** It ended or was cut, and the next one started. */
  | { readonly kind: 'turn-left'; readonly turnId: string }
  | { readonly kind: 'compaction' }
  | { readonly kind: 'session-ended' }

export interface Circumstances {
  readonly sessionId: string
  readonly projectId: string | undefined
  readonly at: string
}

export function jobsAfter(
  happening: Happening,
  where: Circumstances,
  settings: LearningSettings,
): JobRequest[] {
  if (!isLearningOn(settings)) return []
  const turns = (turnId: string, again: boolean) => (settings.rules ? [turn(turnId, again)] : [])
  switch (happening.kind) {
    case 'turn-began':
      return [read(where, idleUntil(where.at))]
    case 'turn-ended':
      return [...turns(happening.turnId, true), read(where, idleUntil(where.at))]
    case 'turn-left':
      return turns(happening.turnId, false)
    case 'compaction':
    case 'session-ended':
      return [read(where, atOnce), ...consolidation(where, settings)]
  }
}

/** Due by any clock; it also brings a postponed job forward. */
const atOnce = new Date(0).toISOString()
const longSilenceMs = 30 * 60_000

/** When a session without further events counts as idle. */
export const idleUntil = (lastEventAt: string) =>
  new Date(Date.parse(lastEventAt) + longSilenceMs).toISOString()

/** A session whose last event is older is idle. */
export const idleSince = (now: Date) => new Date(now.getTime() - longSilenceMs).toISOString()

export const isGoingOn = (
  { status, lastEventAt }: { readonly status: string; readonly lastEventAt: string },
  now: Date,
) => status === 'active' && lastEventAt > idleSince(now)

/** `again` also reads a turn that continued after it was read. */
const turn = (turnId: string, again: boolean): JobRequest => ({
  kind: 'extract',
  subject: turnId,
  again,
})

/** Postponed at every turn, so that it runs when the session goes quiet. */
const read = ({ sessionId }: Circumstances, notBefore: string): JobRequest => ({
  kind: 'read',
  subject: sessionId,
  again: true,
  notBefore,
})

function consolidation(
  { projectId }: Circumstances,
  { consolidate }: LearningSettings,
): JobRequest[] {
  if (!consolidate || projectId === undefined) return []
  return [{ kind: 'consolidate', subject: projectId, again: true }]
}

/** Decides which extraction jobs to queue after an event in a session. */
import type { Config } from '../../contract/config.ts'
import type { JobRequest } from '../ports/job-queue.ts'

export type ExtractionSettings = Config['extraction']

export type Happening =
  | { readonly kind: 'turn-began' }
  | { readonly kind: 'turn-ended'; readonly turnId: string }
  /** It ended or was cut, and the next one began. */
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
  settings: ExtractionSettings,
): JobRequest[] {
  if (settings.mode === 'off') return []
  switch (happening.kind) {
    case 'turn-began':
      return whenIdle(where, settings)
    case 'turn-ended':
      return [...turn(happening.turnId, true, settings), ...whenIdle(where, settings)]
    case 'turn-left':
      return turn(happening.turnId, false, settings)
    case 'compaction':
      if (!settings.beforeCompaction) return []
      return [extractSession('compaction', where), ...consolidation(where, settings)]
    case 'session-ended':
      return [
        ...(settings.atSessionEnd ? [extractSession('end', where)] : []),
        ...consolidation(where, settings),
      ]
  }
}

/** `again` also extracts a turn that was extracted before but continued since. */
function turn(turnId: string, again: boolean, { afterTurn }: ExtractionSettings): JobRequest[] {
  if (!afterTurn) return []
  return [{ kind: 'extract', subject: formatSubject({ kind: 'turn', turnId }), again }]
}

const extractSession = (kind: 'compaction' | 'end', { sessionId }: Circumstances): JobRequest => ({
  kind: 'extract',
  subject: formatSubject({ kind, sessionId }),
  again: true,
})

/** Postponed with every turn, so that it runs when the session goes quiet. */
function whenIdle(
  { sessionId, at }: Circumstances,
  { idleSeconds }: ExtractionSettings,
): JobRequest[] {
  if (idleSeconds === 0) return []
  const notBefore = new Date(Date.parse(at) + idleSeconds * 1_000).toISOString()
  const subject = formatSubject({ kind: 'idle', sessionId })
  return [{ kind: 'extract', subject, again: true, notBefore }]
}

function consolidation(
  { projectId }: Circumstances,
  { consolidate }: ExtractionSettings,
): JobRequest[] {
  if (!consolidate || projectId === undefined) return []
  return [{ kind: 'consolidate', subject: projectId, again: true }]
}

/** The subject of an `extract` job. The queue stores it as text. */
type ExtractionSubject =
  | { readonly kind: 'turn'; readonly turnId: string }
  | { readonly kind: 'idle' | 'compaction' | 'end'; readonly sessionId: string }

export function formatSubject(subject: ExtractionSubject): string {
  return subject.kind === 'turn' ? subject.turnId : `${subject.kind}:${subject.sessionId}`
}

export function parseSubject(text: string): ExtractionSubject {
  const [, kind, sessionId] = /^(idle|compaction|end):(.+)$/.exec(text) ?? []
  if (sessionId === undefined) return { kind: 'turn', turnId: text }
  return { kind: kind as 'idle' | 'compaction' | 'end', sessionId }
}

/** What `/api/events` tells of each event. Without schemas, so that a page can load it. */

export const liveEventKinds = [
  'session-start',
  'prompt',
  'tool',
  'turn-end',
  'subagent-start',
  'subagent-end',
  'pre-compact',
  'post-compact',
  'instructions-loaded',
  'cwd-changed',
  'session-end',
  'other',
] as const
export type LiveEventKind = (typeof liveEventKinds)[number]

export interface LiveEvent {
  /** Grows with ingestion: what comes later sorts behind. */
  readonly id: string
  readonly sessionId: string
  readonly turnId?: string | undefined
  readonly kind: LiveEventKind
  /** The host's own name of it. */
  readonly name: string
  readonly occurredAt: string
  readonly host: string
  readonly project?: { readonly id: string; readonly name: string } | undefined
  /** One line: what was asked or answered, the command that ran, the files that were touched. */
  readonly text?: string | undefined
  readonly tool?:
    | {
        readonly name: string
        readonly outcome: 'ok' | 'failed'
        readonly durationMs?: number | undefined
      }
    | undefined
}

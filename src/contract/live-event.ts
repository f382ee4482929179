/** What `/api/events` sends for each event. No schemas, so the dashboard loads it cheaply. */

const liveEventKinds = [
  'session-start',
  'prompt',
  'before-tool',
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
  /** Increases with ingestion, so later events sort last. */
  readonly id: string
  readonly sessionId: string
  readonly turnId?: string | undefined
  readonly kind: LiveEventKind
  /** The host's name for it. */
  readonly name: string
  readonly occurredAt: string
  readonly host: string
  readonly project?: { readonly id: string; readonly name: string } | undefined
  /** One line: the prompt or answer, the command, or the files. */
  readonly text?: string | undefined
  readonly tool?:
    | {
        readonly name: string
        readonly outcome: 'ok' | 'failed'
        readonly durationMs?: number | undefined
      }
    | undefined
}

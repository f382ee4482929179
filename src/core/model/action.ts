/** What an agent did with one tool call, in terms that fit every host. */

export type ActionKind = 'read' | 'edit' | 'command' | 'search' | 'web' | 'agent' | 'other'

export interface Action {
  /** The id of the tool event. */
  readonly id: string
  readonly kind: ActionKind
  readonly toolName: string
  readonly outcome: 'ok' | 'failed'
  /** The command line, if it is a command. */
  readonly command: string | undefined
  /** Relative to the session's folder if they are inside it. */
  readonly files: readonly string[]
  /** The end of its output, shortened and redacted. */
  readonly output: string
}

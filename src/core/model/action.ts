/** What an agent did with one tool call, in words that hold for every host. */

export type ActionKind = 'read' | 'edit' | 'command' | 'search' | 'web' | 'agent' | 'other'

export interface Action {
  /** Of the tool event it is. */
  readonly id: string
  readonly kind: ActionKind
  readonly toolName: string
  readonly outcome: 'ok' | 'failed'
  /** The command line, of a command. */
  readonly command: string | undefined
  /** Relative to the session's folder where they lie in it. */
  readonly files: readonly string[]
  /** The end of what it put out, shortened; redacted as all that is captured. */
  readonly output: string
}

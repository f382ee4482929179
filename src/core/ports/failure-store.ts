/**
 * Failed commands by their error, and when the same command passed. Derived from tool events;
 * stores only hashes.
 */
export interface FailureStore {
  /**
   * Failures with one of these signatures that later passed, latest first: both in this project and
   * outside this session.
   */
  resolved(signatures: readonly string[], within: FailurePlace): Promise<ResolvedFailure[]>
  /** Signatures of the session's failures since then that have not passed, latest first. */
  unresolved(sessionId: string, since: string): Promise<FailureSight[]>
  /**
   * What was done between a failure and its command passing, or first running without that signature.
   */
  stepsAfter(failure: ResolvedFailure, until: 'gone' | 'passed'): Promise<RepairSteps>

  /** Replaces the row of this tool event, but keeps whether it passed. */
  put(failure: NewFailure): Promise<void>
  /**
   * Records that one of these commands passed for the project's failures that wait for it. Removes
   * signatures that the passing command prints too, because they explain nothing.
   * @param signatures read only if a failure waits
   */
  pass(run: PassedRun, signatures: () => readonly string[]): Promise<void>
  clear(): Promise<void>
}

interface FailurePlace {
  readonly projectId: string
  readonly exceptSession: string | undefined
}

export interface NewFailure {
  readonly eventId: string
  readonly sessionId: string
  /** Hashes, the most distinctive first. */
  readonly signatures: readonly string[]
  /** Hashes of the commands; each passes if any of its alternatives does. */
  readonly checks: readonly (readonly string[])[]
}

interface PassedRun {
  readonly eventId: string
  readonly sessionId: string
  /** Hashes of the commands. */
  readonly keys: readonly string[]
}

export interface FailureSight {
  readonly signature: string
  readonly at: string
}

export interface ResolvedFailure {
  readonly signature: string
  readonly failed: RunPlace
  readonly passed: RunPlace
  /** The hash of the command that passed last. */
  readonly passedKey: string
}

export interface RepairSteps {
  /** Names of changed files, newest first. */
  readonly files: readonly string[]
  /** Command lines that ran, newest first. */
  readonly commands: readonly string[]
}

interface RunPlace {
  readonly eventId: string
  readonly sessionId: string
  readonly at: string
  /** The number of its turn; undefined outside a turn. */
  readonly turn: number | undefined
}

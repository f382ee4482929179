/**
 * Failed commands by their error, and when the same command passed. Derived from tool
 * events; stores hashes only.
 */
export interface FailureStore {
  /**
   * Failures with one of these signatures that later passed, the latest first. Both in this project,
   * neither in the session.
   */
  resolved(signatures: readonly string[], within: FailurePlace): Promise<ResolvedFailure[]>
  /** Signatures of the session's failures since then that have not passed, the latest first. */
  unresolved(sessionId: string, since: string): Promise<FailureSight[]>
  /**
   * What was done after a failure until its command passed, or until it was first run without that
   * signature.
   */
  stepsAfter(failure: ResolvedFailure, until: 'gone' | 'passed'): Promise<RepairSteps>

  /** Replaces the row of this tool event, but not that it passed. */
  put(failure: NewFailure): Promise<void>
  /**
   * Failures of the project that wait for one of these commands now have it. Signatures that a
   * passing command prints too explain nothing and are removed from them.
   * @param signatures read only if something waits
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
  /** Hashes, the most telling first. */
  readonly signatures: readonly string[]
  /** Hashes of the commands; each passes by any of its own. */
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
  /** Names of changed files, the last one first. */
  readonly files: readonly string[]
  /** Command lines that were run, the last one first. */
  readonly commands: readonly string[]
}

interface RunPlace {
  readonly eventId: string
  readonly sessionId: string
  readonly at: string
  /** The number of its turn; undefined outside of one. */
  readonly turn: number | undefined
}

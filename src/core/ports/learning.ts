/** How far extraction has read each session, and what it found. */
import type { WindowDepth } from '../model/window.ts'

export interface ExtractionReader {
  /** Zeros for an unknown session. */
  state(sessionId: string): Promise<ExtractionState>
  isJudged(sessionId: string, windowHash: string): Promise<boolean>
  /** Judged windows and found items, of one session or of all. */
  totals(sessionId?: string): Promise<ExtractionTotals>
}

/** Written in one transaction with the memories, so a crash neither loses nor repeats an item. */
export interface ExtractionTransaction extends ExtractionReader {
  /** @returns false if the session already had it, even if it was forgotten since */
  addItem(sessionId: string, contentHash: string): Promise<boolean>
  /** Replaces an earlier judgement of the same window. */
  markJudged(judged: JudgedWindow): Promise<void>
  /** The words of candidates that a person dropped, as hashes. */
  dropped(): Promise<HashedStatement[]>
  addDropped(memoryId: string, words: HashedStatement): Promise<void>
  removeDropped(memoryId: string): Promise<void>
  /** Never moves back. */
  advance(sessionId: string, state: Partial<ExtractionState>, at: string): Promise<void>
}

/** A statement whose words cannot be read, but compared. */
interface HashedStatement {
  readonly words: readonly string[]
  readonly anchors: readonly string[]
  readonly limits: number
}

/** The last turns read one by one, and together. */
export interface ExtractionState {
  readonly turnsThrough: number
  readonly deepThrough: number
}

export interface ExtractionTotals {
  readonly windows: number
  readonly items: number
}

export interface JudgedWindow {
  readonly sessionId: string
  readonly windowHash: string
  readonly depth: WindowDepth
  readonly judge: string
  readonly model: string | undefined
  readonly items: number
  readonly at: string
}

// Where each thing that an agent can use first appeared, by the keys of `core/provenance/elements.ts`.
// Outlasts the history it was read from: a page is no safer because its session was deleted. Holds
// hashes only.

/**
 * `user`: typed by the user. `project`: first seen in the project. `foreign`: first seen in text from
 * outside. `ordered`: first seen there, and told to be used.
 */
export type ElementOrigin = 'user' | 'project' | 'foreign' | 'ordered'

export interface OriginReader {
  /** Unknown keys are left out. */
  originsOf(keys: readonly string[]): Promise<ReadonlyMap<string, ElementOrigin>>
}

export interface OriginStore extends OriginReader {
  /**
   * The first appearance counts, with two exceptions: what the user types becomes the user's, and
   * what was only mentioned in foreign text may be ordered later. @returns how many changed
   */
  note(keys: readonly string[], origin: ElementOrigin): Promise<number>
}

// Which memories were written into the project's own documents.

/** Held: the document has it as written; edited: it does not any more; withdrawn: not to be written again. */
type PromotionState = 'held' | 'edited' | 'withdrawn'

export interface Promotion {
  readonly memoryId: string
  readonly projectId: string
  /** Relative to the project's folder, with forward slashes. */
  readonly file: string
  /** A line of our block in an instruction file, or a whole file. */
  readonly part: 'line' | 'file'
  /** Of what was written. */
  readonly hash: string
  /** Of what the memory said then. */
  readonly contentHash: string
  readonly at: string
  readonly state: PromotionState
}

export interface PromotionReader {
  /** In the order of their memories' ids; of all projects without one. */
  list(projectId?: string): Promise<Promotion[]>
  /** Those in a line of one of these files, whose memories still say the same. */
  heldIn(projectId: string, files: readonly string[]): Promise<Promotion[]>
}

export interface PromotionTransaction extends PromotionReader {
  /** Replaces the one of the same memory. */
  put(promotion: Promotion): Promise<void>
  /** Idempotent. */
  remove(memoryId: string): Promise<void>
}

/**
 * Failed commands by what they complained of, and when the same command passed. Derived from tool
 * events; holds hashes only.
 */
export interface FailureReader {
  /**
   * Failures with one of these signatures that later passed, the latest first. Both in this project,
   * neither in the session.
   */
  resolved(signatures: readonly string[], within: FailurePlace): Promise<ResolvedFailure[]>
  /** Signatures of the session's failures since then that have not passed, the latest first. */
  unresolved(sessionId: string, since: string): Promise<FailureSight[]>
  /**
   * What became of a failure that a session got a line about: whether every command of it passed
   * within the next calls. Undefined if the failure is not stored, or too few calls followed.
   */
  passedAfter(
    failure: FailureSight & { sessionId: string },
    calls: number,
  ): Promise<boolean | undefined>
  /**
   * What was done after a failure until its command passed, or until it was first run without that
   * signature.
   */
  stepsAfter(failure: ResolvedFailure, until: 'gone' | 'passed'): Promise<RepairSteps>
}

export interface FailureStore extends FailureReader {
  /** Replaces what is stored of this tool event, but not that it passed. */
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
  /** The tool event. */
  readonly eventId: string
  readonly sessionId: string
  /** Hashes, the most telling first. */
  readonly signatures: readonly string[]
  /** Hashes of the commands; each passes by any of its own. */
  readonly checks: readonly (readonly string[])[]
}

export interface PassedRun {
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
  /** Command lines that were run, the last one first; read only if no file was changed. */
  readonly commands: readonly string[]
}

interface RunPlace {
  readonly eventId: string
  readonly sessionId: string
  readonly at: string
  /** The number of its turn; undefined outside of one. */
  readonly turn: number | undefined
}

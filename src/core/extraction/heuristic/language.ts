/** All that depends on the language people and agents write in. */
import type { Cue, Grammar } from './cue.ts'

export interface Language {
  /** The form that cues are matched on. */
  normalise(text: string): string

  /** What speaks for and against a sentence being worth keeping. */
  readonly evidence: readonly Evidence[]
  readonly weights: Weights
  /** Names of evidence that a sentence is set against an answer. */
  readonly contradicting: ReadonlySet<string>
  /** How people say each kind. */
  readonly grammars: readonly Grammar[]
  /** It is said in words that hardly ever speak of the task in hand. */
  isOutright(plain: string): boolean
  /** It says how something is, and nothing of a task. */
  isPlain(plain: string): boolean
  /** It asks to know something. */
  isInquiry(plain: string): boolean
  /** It asks to do something. */
  isRequest(plain: string): boolean
  /** It supposes, and does not state. */
  isSupposed(plain: string): boolean
  /** It holds just now and will not for long. */
  isPassing(plain: string): boolean
  /** It says that something does not work. */
  reportsTrouble(plain: string): boolean
  /** What follows it was written by somebody else. */
  introducesPaste(plain: string): boolean
  /** «That's wrong.», and nothing else. */
  isBareObjection(plain: string): boolean
  /** It goes on about what was said just before. */
  elaborates(plain: string): boolean
  /** It holds for the person wherever they work. */
  isPersonal(plain: string): boolean
  /** It says who somebody is and what they work with. */
  isAboutSelf(plain: string): boolean
  /** It speaks of something named elsewhere. */
  leansOnContext(plain: string): boolean

  /** What a statement says holds no more. */
  replacedIn(text: string): string | undefined

  /** How agents tell what failed and what mended it. */
  readonly account: Account
  /** What agents say of their own accord. */
  readonly findings: readonly Finding[]
  /** What speaks for and against a sentence of an agent telling what it found out. */
  readonly findingEvidence: readonly Evidence[]
  readonly findingWeights: Weights
  readonly questions: Questions
  readonly settling: Settling

  /** The statement as a third person would write it. */
  neutral(text: string): string
  readonly wording: Wording
}

export interface Evidence {
  readonly name: string
  /** Matched against the normalised sentence. */
  readonly pattern: RegExp
  /** Where it is looked for: in the sentence, the one before or after it, or how the agent's reply begins. */
  readonly of?: 'line' | 'line before' | 'line after' | 'reply'
}

/** By name of the evidence; `bias` is what a sentence starts with. */
export type Weights = Readonly<Record<string, number>> & { readonly bias: number }

/** How agents say a kind, and how surely they must. */
export interface Finding extends Grammar {
  readonly threshold: number
}

export interface Account {
  /** What speaks for and against an account being worth keeping. */
  readonly evidence: readonly Evidence[]
  readonly weights: Weights
  /** Why something failed. */
  readonly causes: readonly Cue[]
  /** What mended it. */
  readonly remedies: readonly Cue[]
  /** That a fault was avoided, not removed. */
  readonly evasions: readonly Cue[]
  /** What the agent says of itself and to the user, said of both. */
  neutral(text: string): string
  /** Slips not worth remembering: a typo, a forgotten import. */
  isSlip(plain: string): boolean
  /** Offers, plans, advice, bare success: nothing was found out. */
  isIdle(plain: string): boolean
}

/** What people ask agents, and how it is answered. */
export interface Questions {
  /** A list of steps answers it. */
  asksForSteps(plain: string): boolean
  /** It says that steps follow. */
  introducesSteps(plain: string): boolean
  /** A place to look answers it. */
  asksForPlace(plain: string): boolean
  /** A reason answers it. */
  asksForReason(plain: string): boolean
  /** It says that the agent looked it up. */
  tellsOfLooking(plain: string): boolean
  /** Somebody takes the answer for true: of the text as it is, where «ok» is no filler. */
  isTaken(text: string): boolean
}

/** How something is settled over two turns. */
export interface Settling {
  /** It gives in: «You're right, …». */
  concedes(plain: string): boolean
  withoutConceding(text: string): string
  /** It says how things are or ought to be, not what the agent did. */
  states(plain: string): boolean
  /** It says how things ought to be. */
  isNorm(plain: string): boolean
  /** It offers to do something. */
  proposes(plain: string): boolean
  /** It speaks of one way in place of another. */
  isInstead(plain: string): boolean
  withoutProposing(text: string): string
  /** «yes», «do it», and perhaps a word more: of the text as it is. */
  assents(text: string): boolean
  /** It says that what was asked for is done. */
  tellsDone(plain: string): boolean
  /** What was thought to be mended is not. */
  retracts(plain: string): boolean
}

export interface Wording {
  failed(command: string, errors: readonly string[]): string
  mended(files: readonly string[]): string
  insteadOf(said: string): string
  asked(request: string): string
  agreed(proposal: string): string
  answered(question: string, answer: string): string
}

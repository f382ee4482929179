/** All that depends on the language people and agents write in. */
import type { Cue, Grammar } from './cue.ts'

export interface Language {
  /** The form that cues are matched on. */
  normalise(text: string): string

  /** What speaks for and against a sentence being worth keeping. */
  readonly evidence: readonly Evidence[]
  readonly weights: Weights
  /** How people say each kind. */
  readonly grammars: readonly Grammar[]
  /** It is said in words that hardly ever speak of the task in hand. */
  isOutright(plain: string): boolean
  /** It asks to know something. */
  isInquiry(plain: string): boolean
  /** It asks to do something. */
  isRequest(plain: string): boolean
  /** It supposes, and does not state. */
  isSupposed(plain: string): boolean
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
  /** It speaks of something named elsewhere. */
  leansOnContext(plain: string): boolean

  /** What a statement says holds no more. */
  replacedIn(text: string): string | undefined

  /** How agents tell what they found and did. */
  readonly account: Account

  /** The statement as a third person would write it. */
  neutral(text: string): string
  readonly wording: Wording
}

export interface Evidence {
  readonly name: string
  /** Matched against the normalised sentence. */
  readonly pattern: RegExp
}

/** By name of the evidence; `bias` is what a sentence starts with. */
export type Weights = Readonly<Record<string, number>> & { readonly bias: number }

/** How agents say a kind, and how surely they must. */
export interface Finding extends Grammar {
  readonly threshold: number
}

export interface Account {
  readonly findings: readonly Finding[]
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
  /** A question that a list of steps answers. */
  asksForSteps(plain: string): boolean
  /** It says that steps follow. */
  introducesSteps(plain: string): boolean
  /** It says that the agent looked it up. */
  tellsOfLooking(plain: string): boolean
  /** A question that a place to look answers. */
  asksForPlace(plain: string): boolean
}

export interface Wording {
  failed(command: string, errors: readonly string[]): string
  mended(files: readonly string[]): string
  insteadOf(said: string): string
  answered(question: string, answer: string): string
}

/** What a redaction rule is. */
import type { Source } from '../scan/source.ts'

export interface Span {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** Found by its shape alone: another rule may know better what it is and where it ends. */
  readonly isGuess?: true
}

export interface Rule {
  readonly name: string
  /** Literals of at least two characters. Every secret of the rule contains or follows one. */
  readonly anchors: readonly string[]
  readonly ignoresCase?: true
  /**
   * The secret at an anchor. Runs for every anchor in the text, so it reads a bounded number of
   * characters, asks `Source.next` where runs end, and skips what it has read.
   */
  find(source: Source, at: number, anchor: string): Span | readonly Span[] | undefined
}

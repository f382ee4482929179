/**
 * A text under search. Remembers where runs and lines end, so that a rule which asks again from
 * every one of a million anchors still takes linear time.
 */

const nearBy = 1_024
const longestLookahead = 64

export class Source {
  readonly text: string
  readonly #next = new Map<RegExp, { from: number; index: number }>()
  readonly #readUpTo = new Map<object, number>()

  constructor(text: string) {
    this.text = text
  }

  /** Where the next match of a global pattern starts; the end of the text if there is none. */
  next(pattern: RegExp, from: number): number {
    const known = this.#next.get(pattern)
    if (known !== undefined && from <= known.index) {
      if (from >= known.from) return known.index
      if (known.from - from < nearBy && known.index - known.from > nearBy) {
        return this.#nextBefore(pattern, from, known)
      }
    }
    pattern.lastIndex = from
    const index = pattern.exec(this.text)?.index ?? this.text.length
    if (known === undefined) this.#next.set(pattern, { from, index })
    else {
      known.from = from
      known.index = index
    }
    return index
  }

  /** Rules ask a little out of order; reading up to a far end again each time would not be linear. */
  #nextBefore(pattern: RegExp, from: number, known: { from: number; index: number }): number {
    pattern.lastIndex = 0
    const near = pattern.exec(this.text.slice(from, known.from + longestLookahead))
    if (near !== null && from + near.index < known.from) return from + near.index
    known.from = from
    return known.index
  }

  /** Matches a sticky pattern. All its repetition must be bounded. */
  match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.text)
  }

  /** Notes that a rule has judged everything before `end`; see `isRead`. */
  markRead(rule: object, end: number): void {
    this.#readUpTo.set(rule, end)
  }

  isRead(rule: object, at: number): boolean {
    return at < (this.#readUpTo.get(rule) ?? 0)
  }

  /** Up to `length` characters before `at`. */
  before(at: number, length: number): string {
    return this.text.slice(Math.max(0, at - length), at)
  }
}

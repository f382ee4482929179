/**
 * A text during a search. It remembers where runs and lines end, so that a rule that asks again at
 * each of a million anchors still takes linear time.
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

  /** Where the next match of a global pattern starts, or the end of the text. */
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

  /** Rules ask slightly out of order; reading to a far end each time would take quadratic time. */
  #nextBefore(pattern: RegExp, from: number, known: { from: number; index: number }): number {
    pattern.lastIndex = 0
    const near = pattern.exec(this.text.slice(from, known.from + longestLookahead))
    if (near !== null && from + near.index < known.from) return from + near.index
    known.from = from
    return known.index
  }

  /** Matches a sticky pattern, whose repetition must be bounded. */
  match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.text)
  }

  /** Marks everything before `end` as judged by a rule; see `isRead`. */
  markRead(rule: object, end: number): void {
    this.#readUpTo.set(rule, end)
  }

  isRead(rule: object, at: number): boolean {
    return at < (this.#readUpTo.get(rule) ?? 0)
  }

  /** Returns up to `length` characters before `at`. */
  before(at: number, length: number): string {
    return this.text.slice(Math.max(0, at - length), at)
  }
}

/** The interface of a redaction rule. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly kind: string
  /** Recognised by shape alone: another rule may know its kind and end better. */
  readonly isGuess?: true
}

export interface Rule {
  readonly name: string
  /** Literals of at least two characters. Every secret of this rule contains or follows one. */
  readonly anchors: readonly string[]
  readonly ignoresCase?: true
  /**
   * Finds the secret at an anchor. It runs for every anchor in the text, so it must read a bounded
   * number of characters, ask `Source.next` where runs end, and skip what it has read.
   */
  find(source: Source, at: number, anchor: string): Span | readonly Span[] | undefined
}

/**
 * Another way to read a text: without invisible characters and colour codes, with escapes decoded,
 * or with string pieces joined. Spans found there are mapped back to the text.
 */
interface View {
  readonly text: string
  inOriginal(span: Span): Span
}

const hidden = String.raw`[\0\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufffd]`
/** Matches a terminal colour code, raw or escaped. */
export const colourPattern = String.raw`(?:\x1b|\\(?:u001b|x1b|033|e))\[[0-9;]{0,12}[mK]`
const escaped = String.raw`\\u(?:00[2-7][0-9a-fA-F]|200[b-fB-F]|2060|[fF][eE][fF]{2})|%(?:2[0-9A-Fa-f]|3[A-Fa-f]|40)|&(?:quot|amp|apos|lt|gt|#\d{2,3}|#x[0-9a-fA-F]{2});`
const fullWidth = String.raw`[\uff01-\uff5e]`
const disguise = new RegExp(`${colourPattern}|${hidden}|${escaped}|${fullWidth}`, 'g')
const anyDisguise = new RegExp(disguise.source)
const disguiseHere = new RegExp(disguise.source, 'y')

/** `"abc" + "def"`, and literals on adjacent lines. */
const join =
  /["'`][ \t]{0,16}(?:[+.&](?!["'`])|\\?\r?\n|\.\.)[ \t]{0,64}(?:\\?\r?\n[ \t]{0,64})?[+.&]?[ \t]{0,16}["'`]|["'`][ \t]{0,16}[+&.]["'`]|(?<=[A-Za-z\d])\\\r?\n(?=[A-Za-z\d])/g
const anyJoin = new RegExp(join.source)

export function viewsOf(text: string): View[] {
  const views: View[] = []
  if (anyDisguise.test(text)) views.push(createView(text, disguise, decode))
  if (anyJoin.test(text)) views.push(createView(text, join, () => ''))
  return views
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

function decode(found: string): string {
  const code = found.charCodeAt(0)
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (found.startsWith('%')) return String.fromCharCode(Number.parseInt(found.slice(1), 16))
  if (/^\\u00[2-7]/.test(found)) return String.fromCharCode(Number.parseInt(found.slice(2), 16))
  if (found.startsWith('&#x')) return String.fromCharCode(Number.parseInt(found.slice(3), 16))
  if (found.startsWith('&#')) return String.fromCharCode(Number.parseInt(found.slice(2), 10))
  return entities[found] ?? ''
}

/** Where each piece of the view starts in the original, as two lists of equal length. */
interface Pieces {
  readonly inView: number[]
  readonly inText: number[]
}

function createView(text: string, pattern: RegExp, replace: (found: string) => string): View {
  const pieces: Pieces = { inView: [0], inText: [0] }
  const kept: string[] = []
  let length = 0
  let keptUpTo = 0
  const add = (piece: string, from: number) => {
    pieces.inView.push(length)
    pieces.inText.push(from)
    kept.push(piece)
    length += piece.length
  }
  for (const match of text.matchAll(pattern)) {
    add(text.slice(keptUpTo, match.index), keptUpTo)
    keptUpTo = match.index + match[0].length
    const replacement = replace(match[0])
    if (replacement !== '') add(replacement, match.index)
  }
  add(text.slice(keptUpTo), keptUpTo)
  return {
    text: kept.join(''),
    inOriginal: ({ start, end, kind }) => {
      return { start: toOriginal(pieces, start), end: endInOriginal(pieces, end, text), kind }
    },
  }
}

function toOriginal({ inView, inText }: Pieces, index: number): number {
  const piece = lastAtMost(inView, index)
  return (inText[piece] ?? 0) + index - (inView[piece] ?? 0)
}

/** A character of the view may replace several of the text, so it ends where the next one starts. */
function endInOriginal(pieces: Pieces, end: number, text: string): number {
  const last = toOriginal(pieces, end - 1)
  const isKept = lastAtMost(pieces.inView, end - 1) === lastAtMost(pieces.inView, end)
  if (isKept) return last + 1
  disguiseHere.lastIndex = last
  return disguiseHere.test(text) ? disguiseHere.lastIndex : last + 1
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sorted[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Finds any of several hundred literals in one pass: a table says which three characters can start
 * one, so most characters cost one lookup. A pattern of the same literals takes twice as long.
 */

export interface Anchor<Owner> {
  /** At least three characters. */
  readonly literal: string
  readonly ignoresCase: boolean
  readonly owner: Owner
}

export interface LiteralScanner<Owner> {
  /** Visits anchors that start in `from`…`to`, in order. */
  scan(text: string, from: number, to: number, visit: Visit<Owner>): void
}

type Visit<Owner> = (owner: Owner, at: number, literal: string) => void

const keyBits = 15

export function createScanner<Owner>(anchors: readonly Anchor<Owner>[]): LiteralScanner<Owner> {
  const buckets = new Map<number, Anchor<Owner>[]>()
  const startsLiteral = new Uint8Array(1 << keyBits)
  for (const anchor of anchors) {
    const key = keyOf(anchor.literal)
    startsLiteral[key] = 1
    buckets.set(key, [...(buckets.get(key) ?? []), anchor])
  }
  return {
    scan(text, from, to, visit) {
      const end = Math.min(text.length, to + 2)
      let key = 0
      for (let index = from; index < end; index++) {
        key = ((key << 5) ^ (text.charCodeAt(index) & 31)) & 0x7fff
        if (startsLiteral[key] === 0 || index - from < 2) continue
        for (const anchor of buckets.get(key) ?? []) {
          if (standsAt(text, index - 2, anchor)) visit(anchor.owner, index - 2, anchor.literal)
        }
      }
    },
  }
}

/** Five bits of each character: a letter's case makes no difference. */
function keyOf(literal: string): number {
  let key = 0
  for (let index = 0; index < 3; index++) key = (key << 5) ^ (literal.charCodeAt(index) & 31)
  return key & 0x7fff
}

function standsAt<Owner>(text: string, at: number, { literal, ignoresCase }: Anchor<Owner>) {
  if (!ignoresCase) return text.startsWith(literal, at)
  for (let index = 0; index < literal.length; index++) {
    const code = text.charCodeAt(at + index)
    if (code !== literal.charCodeAt(index) && lowerCase(code) !== literal.charCodeAt(index)) {
      return false
    }
  }
  return true
}

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code
}
